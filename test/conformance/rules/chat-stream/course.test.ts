import {
  chatStreamAbortFrees,
  chatStreamAssemblyEqualsSync,
  chatStreamErrorInBand,
  chatStreamErrorNotDisguised,
  chatStreamOffered,
} from '../../../../src/conformance/rules/chat-stream/course.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

const DROPPED = stream([ROLE], { outcome: 'aborted' });
const GOOD = answer({});
const look = (inFlight: unknown) => answer({ inFlight }, { operation: 'other' });

ruleTable(chatStreamAbortFrees, [
  { name: 'nothing in flight in the end', evidence: series([DROPPED, DROPPED, GOOD, look(0)]) },
  { name: 'an answer, where nothing counts what is in flight,', evidence: series([DROPPED, GOOD]) },
  {
    name: 'requests that go on forever',
    evidence: series([DROPPED, GOOD, look(1)]),
    findings: [{ expected: 'no request in flight', actual: 1 }],
  },
  {
    name: 'an account that is refused afterwards',
    evidence: series([DROPPED, answer({}, { status: 403 })]),
    findings: [{ expected: '2xx after the dropped streams' }],
  },
  {
    name: 'a count that is not shown',
    evidence: series([DROPPED, GOOD, look(undefined)]),
    unverifiable: 'needs a count of requests in flight',
  },
  {
    name: 'streams that ended before they were dropped',
    evidence: series([stream(WHOLE), GOOD]),
    unverifiable: 'needs streams that the client dropped before their end',
  },
  {
    name: 'a gateway that is busy afterwards',
    evidence: series([DROPPED, answer({}, { status: 429 })]),
    unverifiable: 'needs an answer after the dropped streams',
  },
]);

const expect = { echoModel: 'echo' };

const sent = {
  model: 'echo',
  stream: true,
  messages: [
    { role: 'user', content: 'earlier' },
    { role: 'assistant', content: 'yes' },
    { role: 'user', content: 'one two three' },
  ],
};

ruleTable(chatStreamAssemblyEqualsSync, [
  {
    name: 'an echo whose deltas join to the prompt',
    evidence: stream([ROLE, delta('one'), delta(' two'), delta(null), delta(' three'), STOP], {
      sent,
    }),
    expect,
  },
  {
    name: 'an echo whose second choice differs',
    evidence: stream([delta('one two three'), delta('x', { index: 1 })], { sent }),
    expect,
  },
  {
    name: 'an echo without one of its deltas',
    evidence: stream([ROLE, delta('one'), delta(' three'), STOP], { sent }),
    expect,
    findings: [
      {
        expected: '"one two three" (13 characters)',
        actual: '"one three" (9 characters)',
        where: 'choices[0].delta.content, joined',
      },
    ],
  },
  {
    name: 'increments of an unknown model',
    evidence: stream([delta('a'), delta('a'), delta('ab'), delta('abc'), STOP]),
  },
  {
    name: 'deltas that each repeat the text so far',
    evidence: stream([delta('I'), delta('I am'), delta('I am a'), delta('I am a cat'), STOP]),
    findings: [{ expected: 'only new text in each delta', actual: 'I am a → I am a cat' }],
  },
  {
    name: 'a short answer of an unknown model',
    evidence: stream([ROLE, delta('Hello'), delta(' there'), STOP]),
  },
  {
    name: 'a whole answer in one delta',
    evidence: stream([ROLE, delta('Hello there'), STOP]),
  },
  {
    name: 'a stream without text',
    evidence: stream([ROLE, STOP]),
    unverifiable: 'needs a stream with a delta of text',
  },
  {
    name: 'two deltas, of which the second may begin with the first by chance',
    evidence: stream([delta('a'), delta('ab'), STOP]),
    unverifiable: 'needs a stream of at least 4 deltas',
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'without a failure',
  },
  {
    name: 'a stream whose events are not JSON, which another rule forbids,',
    evidence: stream([event('{'), DONE_EVENT], { sent }),
    expect,
    unverifiable: 'needs a stream with chunks',
  },
  {
    name: 'a request without messages',
    evidence: stream([delta('one')], { sent: { model: 'echo', stream: true } }),
    expect,
    unverifiable: 'a prompt to compare with',
  },
]);

const failing = { failingMidStreamModel: 'fail-mid' };
const toFailing = { model: 'fail-mid', stream: true };

ruleTable(chatStreamErrorInBand, [
  {
    name: 'an error event at the end',
    evidence: stream([ROLE, delta('Hi'), ERROR_EVENT], { sent: toFailing }),
    expect: failing,
  },
  {
    name: 'an error event, then [DONE]',
    evidence: stream([ROLE, ERROR_EVENT, DONE_EVENT], { sent: toFailing }),
    expect: failing,
  },
  {
    name: 'an error event before the connection breaks',
    evidence: stream([ROLE, ERROR_EVENT], { sent: toFailing, outcome: 'truncated' }),
    expect: failing,
  },
  {
    name: 'a connection that just breaks',
    evidence: stream([ROLE, delta('Hi')], { sent: toFailing, outcome: 'truncated' }),
    expect: failing,
    findings: [
      { expected: 'an event with an error', actual: '2 chunks without an error, then the end' },
    ],
  },
  {
    name: 'an error without code',
    evidence: stream([event({ error: { message: 'x', type: 'y', param: null } })], {
      sent: toFailing,
    }),
    expect: failing,
    findings: [{ where: 'error.code', actual: 'absent', atMs: 10 }],
  },
  {
    name: 'a failure before the stream began',
    evidence: answer({}, { sent: toFailing, status: 500 }),
    expect: failing,
    unverifiable: 'needs a failure after the stream has begun',
  },
  {
    name: 'the model that fails for another operation',
    evidence: stream(WHOLE, { sent: toFailing }),
    expect: { failingMidStreamModel: { responses: 'fail-mid' } },
    unverifiable: 'the failing model',
  },
]);

ruleTable(chatStreamErrorNotDisguised, [
  {
    name: 'an error event at the end',
    evidence: stream([ROLE, delta('Hi'), ERROR_EVENT], { sent: toFailing }),
    expect: failing,
  },
  {
    name: 'an error event, then [DONE]',
    evidence: stream([ROLE, ERROR_EVENT, DONE_EVENT], { sent: toFailing }),
    expect: failing,
  },
  {
    name: 'a connection that just breaks, which another rule forbids,',
    evidence: stream([ROLE], { sent: toFailing, outcome: 'truncated' }),
    expect: failing,
  },
  {
    name: 'finish_reason stop and [DONE]',
    evidence: stream([ROLE, STOP, DONE_EVENT], { sent: toFailing }),
    expect: failing,
    findings: [
      { expected: 'no finish_reason "stop"', atMs: 20 },
      { expected: 'an error before [DONE]', atMs: 30 },
    ],
  },
  {
    name: 'another model',
    evidence: stream(WHOLE),
    expect: failing,
    unverifiable: 'the failing model',
  },
  {
    name: 'a failure before the stream begins',
    evidence: answer({ error: { message: 'No.' } }, { sent: toFailing, status: 500 }),
    expect: failing,
    unverifiable: 'a failure after the stream has begun',
  },
]);

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
