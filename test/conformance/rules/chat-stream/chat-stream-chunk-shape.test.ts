import { chatStreamChunkShape } from '../../../../src/conformance/rules/chat-stream/chat-stream-chunk-shape.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, WHOLE } from './chunks.ts';

const AZURE_PROLOGUE = chunk([], { id: '', object: '', created: 0, model: '' });

ruleTable(chatStreamChunkShape, [
  { name: 'a whole stream', evidence: stream(WHOLE) },
  {
    name: 'unknown members',
    evidence: stream([ROLE, chunk([{ index: 0, delta: {}, logprobs: null }], { vendor: {} })]),
  },
  { name: 'content null', evidence: stream([ROLE, delta(null), STOP]) },
  {
    name: 'finish_reason missing',
    evidence: stream([ROLE, delta('x', { finish_reason: undefined })]),
  },
  { name: 'an error in the stream', evidence: stream([ROLE, ERROR_EVENT]) },
  {
    name: 'an allowed prologue with empty members',
    evidence: stream([AZURE_PROLOGUE, ...WHOLE]),
    expect: { allowEmptyFirstChunk: true },
  },
  {
    name: 'a prologue with empty members',
    evidence: stream([AZURE_PROLOGUE, ...WHOLE]),
    findings: [{ where: 'object', expected: '"chat.completion.chunk"' }],
  },
  {
    name: 'the object of one body in a chunk with text, which is for another rule,',
    evidence: stream([ROLE, chunk([{ index: 0, delta: { content: 'Hi' } }], { object: 'chat' })]),
  },
  {
    name: 'no choices, index, delta or role, which are for another rule,',
    evidence: stream([chunk([{}]), chunk([], { choices: null })]),
  },
  { name: 'no chunk', evidence: stream([DONE_EVENT]), unverifiable: 'needs a stream with chunks' },
]);
