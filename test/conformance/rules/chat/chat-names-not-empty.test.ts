import { chatNamesNotEmpty } from '../../../../src/conformance/rules/chat/chat-names-not-empty.ts';
import { chunk, ROLE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';
import { WHOLE as EVENTS, ITEM_DONE, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

ruleTable(chatNamesNotEmpty, [
  { name: 'a chat completion with names', evidence: answer(completion()) },
  { name: 'a chat stream with names and empty text', evidence: stream(WHOLE) },
  { name: 'a responses stream with names', evidence: sent(EVENTS) },
  {
    name: 'an answer of no text',
    evidence: answer(response({ output_text: '', output: [message('')] }), {
      operation: 'responses',
    }),
  },
  {
    name: 'an empty id of a job',
    evidence: answer({ id: '', status: 'queued' }, { operation: 'video-read' }),
    findings: [{ where: 'id' }],
  },
  {
    name: 'an empty model in a later chunk',
    evidence: stream([ROLE, chunk([], { model: '' })]),
    findings: [{ where: 'model', atMs: 20 }],
  },
  {
    name: 'empty names inside of events',
    evidence: sent([
      state('created', { id: '' }),
      { ...ITEM_DONE, item: { ...message('Hello'), id: '' } },
    ]),
    findings: [{ where: 'response.id' }, { where: 'item.id' }],
  },
  {
    name: 'a first chunk that a profile allows to be empty',
    evidence: stream([chunk([], { id: '', model: '' }), ...WHOLE]),
    expect: { allowEmptyFirstChunk: true },
  },
  { name: 'a body that is not an object', evidence: answer('[]'), unverifiable: 'a JSON object' },

  { name: 'a stream without events', evidence: stream(['']), unverifiable: 'a stream with events' },

  {
    name: 'an empty id in what a tool gave',
    evidence: answer(response({ output: [{ ...message('Hello'), output: [{ id: '' }] }] }), {
      operation: 'responses',
    }),
  },
]);
