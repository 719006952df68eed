import {
  relayConcurrentKeyOneCall,
  relayKeyPerTenant,
  relayNoCallWhenRefused,
  relayOneCall,
  relayReplayMakesNoCall,
  relayRetryBounded,
  relayRetryOnlySafe,
} from '../../../../src/conformance/rules/relay/calls.ts';
import { relayFailureNotKept } from '../../../../src/conformance/rules/relay/failures.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const refused = answer({}, { status: 409 });

ruleTable(relayConcurrentKeyOneCall, [
  { name: 'one upstream request', evidence: relay([refused, answer({})], [call()]) },
  {
    name: 'two upstream requests',
    evidence: relay([refused, answer({})], [call()], { open: 1 }),
    findings: [
      {
        expected: '1 upstream request for 2 concurrent requests with one key',
        actual: '2 upstream requests',
      },
    ],
  },
  {
    name: 'only refusals',
    evidence: relay([refused], [call(), call()]),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);

const given = (value: number) => answer({}, { status: value });
const refusedWith = (value: number) => call({ answer: { status: value } });
const lost = answer({}, { unanswered: true, outcome: 'reset' });

ruleTable(relayFailureNotKept, [
  {
    name: 'a request that is answered when it is repeated',
    evidence: relay([given(502), given(200), given(200)], [refusedWith(500), refusedWith(200)]),
  },
  {
    name: 'a repeated request that fails although the upstream answers it',
    evidence: relay([given(502), given(200), given(502)], [refusedWith(500), refusedWith(200)]),
  },
  {
    name: 'a failure that is kept',
    evidence: relay([given(502), given(200), given(502)], [refusedWith(500)]),
    findings: [
      {
        expected: 'an upstream request that succeeds',
        actual: 'status 502, and 1 upstream request in all, which failed',
      },
    ],
  },
  {
    name: 'a repeated request that another provider answers',
    evidence: relay([given(502), given(200), given(200)], [refusedWith(500)]),
  },
  {
    name: 'a gateway that spares its provider',
    evidence: relay([given(502), given(503), given(503)], [refusedWith(500)]),
    unverifiable: 'a 2xx answer to another request meanwhile',
  },
  {
    name: 'a failure before a successful retry',
    evidence: relay([given(200), given(200), given(200)], [refusedWith(500), refusedWith(200)]),
    unverifiable: 'an error for a failure of the upstream',
  },
  {
    name: 'no answer to the repeated request',
    evidence: relay([given(502), given(200), lost], [refusedWith(500)]),
    unverifiable: 'an answer to the repeated request',
  },
]);

const both = [answer({}), answer({})];

ruleTable(relayKeyPerTenant, [
  { name: 'an upstream request for each', evidence: relay(both, [call(), call()]) },
  {
    name: 'more upstream requests, which is another rule',
    evidence: relay(both, [call(), call(), call()]),
  },
  {
    name: 'one upstream request for both',
    evidence: relay(both, [call()]),
    findings: [{ expected: '2 upstream requests', actual: '1 upstream request' }],
  },
  {
    name: 'a refusal of one',
    evidence: relay([answer({}), answer({}, { status: 409 })], [call()]),
    unverifiable: 'a 2xx answer for each tenant',
  },
]);

const refusal = answer({ error: {} }, { status: 401 });

ruleTable(relayNoCallWhenRefused, [
  { name: 'a refusal without an upstream request', evidence: relay([refusal], []) },
  {
    name: 'an upstream request before the refusal',
    evidence: relay([refusal], [call()]),
    findings: [
      { expected: 'no upstream request for a refusal with 401', actual: '1 upstream request' },
    ],
  },
  {
    name: 'a refusal with 400',
    evidence: relay([answer({ error: {} }, { status: 400 })], []),
  },
  {
    name: 'a refusal of the upstream that is passed on',
    evidence: relay([refusal], [call({ answer: { status: 400 } })]),
    unverifiable: 'a refusal by the gateway itself',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], []),
    unverifiable: 'only refusals (4xx)',
  },
]);

ruleTable(relayOneCall, [
  { name: 'one upstream request', evidence: relay([answer({})], [call()]) },
  {
    name: 'a list of models beside it',
    evidence: relay([answer({})], [call({ operation: 'other' }), call()]),
  },
  {
    name: 'a second upstream request',
    evidence: relay([answer({})], [call(), call()]),
    findings: [{ expected: '1 upstream request', actual: '2 upstream requests' }],
  },
  {
    name: 'an upstream request for a replay, which is another rule',
    evidence: relay([answer({}), answer({})], [call(), call()]),
    unverifiable: 'one request, without its retries',
  },
  {
    name: 'a retry of an upstream that failed',
    evidence: relay([answer({})], [call({ answer: { status: 503 } }), call()]),
    unverifiable: 'an upstream without failures',
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { status: 400 })], [call(), call()]),
    unverifiable: 'a 2xx answer',
  },
]);

const keyed = (status = 200) =>
  answer({}, { status, request: { headers: [['idempotency-key', 'a']] } });

ruleTable(relayReplayMakesNoCall, [
  { name: 'one upstream request', evidence: relay([keyed(), keyed()], [call()]) },
  {
    name: 'an upstream request for the replay',
    evidence: relay([keyed(), keyed()], [call(), call()]),
    findings: [
      {
        expected: '1 upstream request for 2 requests with one key',
        actual: '2 upstream requests',
      },
    ],
  },
  {
    name: 'a first request that failed',
    evidence: relay([keyed(502), keyed()], [call(), call()]),
    unverifiable: 'a 2xx answer and its replay',
  },
  {
    name: 'equal requests without a key',
    evidence: relay([answer({}), answer({})], [call(), call()]),
    unverifiable: 'a request with an Idempotency-Key',
  },
]);

const times = (count: number, status: number) =>
  Array.from({ length: count }, () => call({ answer: { status } }));
const READ = { operation: 'video-read' } as const;
const reads = (count: number) =>
  Array.from({ length: count }, () => call({ ...READ, answer: { status: 503 } }));
const failure = answer({}, { status: 502 });
const silence = answer({}, { outcome: 'timed-out', unanswered: true });

ruleTable(relayRetryBounded, [
  { name: 'one attempt', evidence: relay([failure], times(1, 500)) },
  { name: 'six attempts', evidence: relay([failure], times(6, 429)) },
  {
    name: 'a seventh attempt',
    evidence: relay([failure], times(7, 503)),
    findings: [
      {
        expected: 'at most 6 upstream requests for 503 of the upstream',
        actual: '7 upstream requests',
      },
    ],
  },
  {
    name: 'two attempts of a gateway that may make one',
    evidence: relay([failure], times(2, 500)),
    expect: { upstreamAttempts: 1 },
    findings: [{ expected: 'at most 1 upstream request for 500 of the upstream' }],
  },
  {
    name: 'a caller that gets no answer',
    evidence: relay([silence], times(6, 500)),
    expect: { answerDeadlineMs: 10_000 },
    findings: [
      { expected: 'an answer within 10000 ms', actual: 'no answer, with 6 upstream requests' },
    ],
  },
  {
    name: 'a retry that the upstream answers',
    evidence: relay([answer({})], [...times(7, 503), call()]),
    unverifiable: 'an upstream that keeps failing',
  },
  {
    name: 'reads of a job that the gateway makes for itself',
    evidence: relay([answer({ id: 'v', status: 'in_progress' }, READ)], reads(7)),
    unverifiable: 'an answer that depends on the upstream',
  },
]);

ruleTable(relayRetryOnlySafe, [
  { name: 'one attempt', evidence: relay([failure], [refusedWith(400)]) },
  {
    name: 'two attempts',
    evidence: relay([failure], [refusedWith(400), refusedWith(400)]),
    findings: [
      { expected: '1 upstream request for 400 of the upstream', actual: '2 upstream requests' },
    ],
  },
  {
    name: 'a retry of 503',
    evidence: relay([failure], [refusedWith(503), refusedWith(503)]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'the read of a job',
    evidence: relay([answer({}, { operation: 'video-read', status: 502 })], [refusedWith(401)]),
    unverifiable: 'a billable request',
  },
]);
