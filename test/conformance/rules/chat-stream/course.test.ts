import {
  chatStreamAbortFrees,
  chatStreamAssemblyEqualsSync,
  chatStreamErrorInBand,
  chatStreamErrorNotDisguised,
  chatStreamOffered,
} from '../../../../src/conformance/rules/chat-stream/course.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { chunk, DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP, WHOLE } from './chunks.ts';

const DROPPED = stream([ROLE], { outcome: 'aborted' });
const GOOD = answer({});
const look = (inFlight: unknown) => answer({ inFlight }, { operation: 'other' });

ruleTable(chatStreamAbortFrees, [
  passes('nothing in flight in the end', series([DROPPED, DROPPED, GOOD, look(0)])),
  passes('an answer, where nothing counts what is in flight,', series([DROPPED, GOOD])),
  finds('requests that go on forever', series([DROPPED, GOOD, look(1)]), {
    expected: 'no request in flight',
    actual: 1,
  }),
  finds('an account that is refused afterwards', series([DROPPED, answer({}, { status: 403 })]), {
    expected: '2xx after the dropped streams',
  }),
  unverified(
    'a count that is not shown',
    series([DROPPED, GOOD, look(undefined)]),
    'needs a count of requests in flight',
  ),
  unverified(
    'streams that ended before they were dropped',
    series([stream(WHOLE), GOOD]),
    'needs streams that the client dropped before their end',
  ),
  unverified(
    'a gateway that is busy afterwards',
    series([DROPPED, answer({}, { status: 429 })]),
    'needs an answer after the dropped streams',
  ),
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
  passes(
    'an echo whose second choice differs',
    stream([delta('one two three'), delta('x', { index: 1 })], { sent }),
    expect,
  ),
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
  passes(
    'increments of an unknown model',
    stream([delta('a'), delta('a'), delta('ab'), delta('abc'), STOP]),
  ),
  finds(
    'deltas that each repeat the text so far',
    stream([delta('I'), delta('I am'), delta('I am a'), delta('I am a cat'), STOP]),
    { expected: 'only new text in each delta', actual: 'I am a → I am a cat' },
  ),
  passes(
    'a short answer of an unknown model',
    stream([ROLE, delta('Hello'), delta(' there'), STOP]),
  ),
  passes('a whole answer in one delta', stream([ROLE, delta('Hello there'), STOP])),
  unverified('a stream without text', stream([ROLE, STOP]), 'needs a stream with a delta of text'),
  unverified(
    'two deltas, of which the second may begin with the first by chance',
    stream([delta('a'), delta('ab'), STOP]),
    'needs a stream of at least 4 deltas',
  ),
  unverified('a stream that fails', stream([ROLE, ERROR_EVENT]), 'without a failure'),
  unverified(
    'a stream whose events are not JSON, which another rule forbids,',
    stream([event('{'), DONE_EVENT], { sent }),
    'needs a stream with chunks',
    expect,
  ),
  unverified(
    'a request without messages',
    stream([delta('one')], { sent: { model: 'echo', stream: true } }),
    'a prompt to compare with',
    expect,
  ),
]);

const failing = { failingMidStreamModel: 'fail-mid' };
const toFailing = { model: 'fail-mid', stream: true };

/** Streams that say in a last event that the model failed. */
const SAID_FAILURES = [
  passes(
    'an error event at the end',
    stream([ROLE, delta('Hi'), ERROR_EVENT], { sent: toFailing }),
    failing,
  ),
  passes(
    'an error event, then [DONE]',
    stream([ROLE, ERROR_EVENT, DONE_EVENT], { sent: toFailing }),
    failing,
  ),
];

ruleTable(chatStreamErrorInBand, [
  ...SAID_FAILURES,
  passes(
    'an error event before the connection breaks',
    stream([ROLE, ERROR_EVENT], { sent: toFailing, outcome: 'truncated' }),
    failing,
  ),
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
  unverified(
    'a failure before the stream began',
    answer({}, { sent: toFailing, status: 500 }),
    'needs a failure after the stream has begun',
    failing,
  ),
  unverified(
    'the model that fails for another operation',
    stream(WHOLE, { sent: toFailing }),
    'the failing model',
    { failingMidStreamModel: { responses: 'fail-mid' } },
  ),
]);

ruleTable(chatStreamErrorNotDisguised, [
  ...SAID_FAILURES,
  passes(
    'a connection that just breaks, which another rule forbids,',
    stream([ROLE], { sent: toFailing, outcome: 'truncated' }),
    failing,
  ),
  {
    name: 'finish_reason stop and [DONE]',
    evidence: stream([ROLE, STOP, DONE_EVENT], { sent: toFailing }),
    expect: failing,
    findings: [
      { expected: 'no finish_reason "stop"', atMs: 20 },
      { expected: 'an error before [DONE]', atMs: 30 },
    ],
  },
  unverified('another model', stream(WHOLE), 'the failing model', failing),
  unverified(
    'a failure before the stream begins',
    answer({ error: { message: 'No.' } }, { sent: toFailing, status: 500 }),
    'a failure after the stream has begun',
    failing,
  ),
]);

const SWITCHED_ON = { model: 'some-model', stream: true };

ruleTable(chatStreamOffered, [
  passes('a stream of chunks', stream(WHOLE)),
  passes('another name of the switch', stream(WHOLE, { sent: { sse: true } }), {
    streamField: 'sse',
  }),
  finds('one JSON body', answer({ choices: [] }, { sent: SWITCHED_ON }), {
    expected: 'text/event-stream',
    actual: 'application/json',
  }),
  finds('a stream without any choice', stream([event({ hello: 1 }), DONE_EVENT]), {
    expected: 'at least one event with a choice',
    actual: '2 events, none with a choice',
  }),
  unverified('a stream that only fails', stream([ERROR_EVENT]), 'needs a stream without a failure'),
  finds(
    'a valid request whose stream has an error in the middle, then all of its text and [DONE]',
    stream([ROLE, delta('Hello'), ERROR_EVENT, delta(' world'), STOP, DONE_EVENT], {
      expected: 'accepted',
    }),
    { expected: 'a stream without an error', atMs: 30 },
  ),
  passes(
    'a member error that is null or empty, as clients take it',
    stream([chunk([], { error: null }), chunk([], { error: '' }), ...WHOLE], {
      expected: 'accepted',
    }),
  ),
  unverified(
    'a request without the switch',
    answer({}, { sent: { model: 'some-model' } }),
    'needs a request with the stream switch on',
  ),
]);
