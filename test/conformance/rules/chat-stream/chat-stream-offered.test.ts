import { chatStreamOffered } from '../../../../src/conformance/rules/chat-stream/chat-stream-offered.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

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
    name: 'a stream that only fails',
    evidence: stream([ERROR_EVENT]),
    unverifiable: 'needs a stream without a failure',
  },
  {
    name: 'a valid request whose stream has an error in the middle, then all of its text and [DONE]',
    evidence: stream([ROLE, delta('Hello'), ERROR_EVENT, delta(' world'), STOP, DONE_EVENT], {
      expected: 'accepted',
    }),
    findings: [{ expected: 'a stream without an error', atMs: 30 }],
  },
  {
    name: 'a member error that is null or empty, as clients take it',
    evidence: stream([chunk([], { error: null }), chunk([], { error: '' }), ...WHOLE], {
      expected: 'accepted',
    }),
  },
  {
    name: 'a request without the switch',
    evidence: answer({}, { sent: { model: 'some-model' } }),
    unverifiable: 'needs a request with the stream switch on',
  },
]);
