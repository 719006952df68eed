import { chatSyncJson } from '../../../../src/conformance/rules/chat/chat-sync-json.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const sent = { model: 'some-model' };

ruleTable(chatSyncJson, [
  { name: 'one JSON object', evidence: answer(completion(), { sent }) },
  {
    name: 'the switch turned off',
    evidence: answer(completion(), { sent: { ...sent, stream: false } }),
  },
  {
    name: 'a media type with a charset',
    evidence: answer(completion(), { sent, type: 'Application/JSON; charset=utf-8' }),
  },
  {
    name: 'an event stream',
    evidence: stream([event('[DONE]')], { sent }),
    findings: [{ expected: 'application/json', actual: 'text/event-stream' }],
  },
  {
    name: 'an array',
    evidence: answer([completion()], { sent }),
    findings: [{ expected: 'one JSON object' }],
  },
  {
    name: 'a request for a stream',
    evidence: answer(completion(), { sent: { ...sent, stream: true } }),
    unverifiable: 'needs a request without the stream switch',
  },
]);
