import { chatStreamOffered } from '../../../../src/conformance/rules/chat-stream/chat-stream-offered.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, ERROR_EVENT, USAGE, WHOLE } from './chunks.ts';

const SWITCHED_ON = { model: 'some-model', stream: true };

ruleTable(chatStreamOffered, [
  { name: 'a stream of chunks', evidence: stream(WHOLE) },
  { name: 'a stream with a usage chunk', evidence: stream([USAGE, ...WHOLE]) },
  {
    name: 'another name of the switch',
    evidence: stream(WHOLE, { sent: { sse: true } }),
    expect: { streamField: 'sse' },
  },
  {
    name: 'one JSON body',
    evidence: answer({ choices: [] }, { sent: SWITCHED_ON }),
    findings: [{ expected: 'text/event-stream', actual: 'application/json' }],
  },
  {
    name: 'a stream without any choice',
    evidence: stream([event({ hello: 1 }), DONE_EVENT]),
    findings: [
      { expected: 'at least one event with a choice', actual: '2 events, none with a choice' },
    ],
  },
  {
    name: 'an empty stream',
    evidence: stream(['']),
    findings: [{ actual: 'no events, none with a choice' }],
  },
  {
    name: 'a stream that only fails',
    evidence: stream([ERROR_EVENT]),
    unverifiable: 'needs a stream without a failure',
  },
  {
    name: 'a request without the switch',
    evidence: answer({}, { sent: { model: 'some-model' } }),
    unverifiable: 'needs a request with the stream switch on',
  },
  {
    name: 'a refusal',
    evidence: answer({ error: {} }, { sent: SWITCHED_ON, status: 429 }),
    unverifiable: 'returned 429',
  },
]);
