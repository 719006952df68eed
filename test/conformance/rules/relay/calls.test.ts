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
import { finds, passes, unverified } from '../verdicts.ts';

const refused = answer({}, { status: 409 });

ruleTable(relayConcurrentKeyOneCall, [
  passes('one upstream request', relay([refused, answer({})], [call()])),
  finds('two upstream requests', relay([refused, answer({})], [call()], { open: 1 }), {
    expected: '1 upstream request for 2 concurrent requests with one key',
    actual: '2 upstream requests',
  }),
  unverified('only refusals', relay([refused], [call(), call()]), 'a 2xx answer'),
  unverified('no upstream request', relay([answer({})], []), 'an upstream request with the nonce'),
]);

const given = (value: number) => answer({}, { status: value });
const refusedWith = (value: number) => call({ answer: { status: value } });
const lost = answer({}, { unanswered: true, outcome: 'reset' });

ruleTable(relayFailureNotKept, [
  passes(
    'a request that is answered when it is repeated',
    relay([given(502), given(200), given(200)], [refusedWith(500), refusedWith(200)]),
  ),
  passes(
    'a repeated request that fails although the upstream answers it',
    relay([given(502), given(200), given(502)], [refusedWith(500), refusedWith(200)]),
  ),
  finds('a failure that is kept', relay([given(502), given(200), given(502)], [refusedWith(500)]), {
    expected: 'an upstream request that succeeds',
    actual: 'status 502, and 1 upstream request in all, which failed',
  }),
  passes(
    'a repeated request that another provider answers',
    relay([given(502), given(200), given(200)], [refusedWith(500)]),
  ),
  unverified(
    'a gateway that spares its provider',
    relay([given(502), given(503), given(503)], [refusedWith(500)]),
    'a 2xx answer to another request meanwhile',
  ),
  unverified(
    'a failure before a successful retry',
    relay([given(200), given(200), given(200)], [refusedWith(500), refusedWith(200)]),
    'an error for a failure of the upstream',
  ),
  unverified(
    'no answer to the repeated request',
    relay([given(502), given(200), lost], [refusedWith(500)]),
    'an answer to the repeated request',
  ),
]);

const both = [answer({}), answer({})];

ruleTable(relayKeyPerTenant, [
  passes('an upstream request for each', relay(both, [call(), call()])),
  passes('more upstream requests, which is another rule', relay(both, [call(), call(), call()])),
  finds('one upstream request for both', relay(both, [call()]), {
    expected: '2 upstream requests',
    actual: '1 upstream request',
  }),
  unverified(
    'a refusal of one',
    relay([answer({}), answer({}, { status: 409 })], [call()]),
    'a 2xx answer for each tenant',
  ),
]);

const refusal = answer({ error: {} }, { status: 401 });

ruleTable(relayNoCallWhenRefused, [
  finds('an upstream request before the refusal', relay([refusal], [call()]), {
    expected: 'no upstream request for a refusal with 401',
    actual: '1 upstream request',
  }),
  passes('a refusal with 400', relay([answer({ error: {} }, { status: 400 })], [])),
  unverified(
    'a refusal of the upstream that is passed on',
    relay([refusal], [call({ answer: { status: 400 } })]),
    'a refusal by the gateway itself',
  ),
  unverified('a failure', relay([answer({}, { status: 500 })], []), 'only refusals (4xx)'),
]);

ruleTable(relayOneCall, [
  passes('a list of models beside it', relay([answer({})], [call({ operation: 'other' }), call()])),
  finds('a second upstream request', relay([answer({})], [call(), call()]), {
    expected: '1 upstream request',
    actual: '2 upstream requests',
  }),
  unverified(
    'an upstream request for a replay, which is another rule',
    relay([answer({}), answer({})], [call(), call()]),
    'one request, without its retries',
  ),
  unverified(
    'a retry of an upstream that failed',
    relay([answer({})], [call({ answer: { status: 503 } }), call()]),
    'an upstream without failures',
  ),
  unverified('a refusal', relay([answer({}, { status: 400 })], [call(), call()]), 'a 2xx answer'),
]);

const keyed = (status = 200) =>
  answer({}, { status, request: { headers: [['idempotency-key', 'a']] } });

ruleTable(relayReplayMakesNoCall, [
  passes('one upstream request', relay([keyed(), keyed()], [call()])),
  finds('an upstream request for the replay', relay([keyed(), keyed()], [call(), call()]), {
    expected: '1 upstream request for 2 requests with one key',
    actual: '2 upstream requests',
  }),
  unverified(
    'a first request that failed',
    relay([keyed(502), keyed()], [call(), call()]),
    'a 2xx answer and its replay',
  ),
  unverified(
    'equal requests without a key',
    relay([answer({}), answer({})], [call(), call()]),
    'a request with an Idempotency-Key',
  ),
]);

const times = (count: number, status: number) =>
  Array.from({ length: count }, () => call({ answer: { status } }));
const READ = { operation: 'video-read' } as const;
const reads = (count: number) =>
  Array.from({ length: count }, () => call({ ...READ, answer: { status: 503 } }));
const failure = answer({}, { status: 502 });
const silence = answer({}, { outcome: 'timed-out', unanswered: true });

ruleTable(relayRetryBounded, [
  passes('one attempt', relay([failure], times(1, 500))),
  passes('six attempts', relay([failure], times(6, 429))),
  finds('a seventh attempt', relay([failure], times(7, 503)), {
    expected: 'at most 6 upstream requests for 503 of the upstream',
    actual: '7 upstream requests',
  }),
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
  unverified(
    'a retry that the upstream answers',
    relay([answer({})], [...times(7, 503), call()]),
    'an upstream that keeps failing',
  ),
  unverified(
    'reads of a job that the gateway makes for itself',
    relay([answer({ id: 'v', status: 'in_progress' }, READ)], reads(7)),
    'an answer that depends on the upstream',
  ),
]);

ruleTable(relayRetryOnlySafe, [
  passes('one attempt', relay([failure], [refusedWith(400)])),
  finds('two attempts', relay([failure], [refusedWith(400), refusedWith(400)]), {
    expected: '1 upstream request for 400 of the upstream',
    actual: '2 upstream requests',
  }),
  unverified(
    'a retry of 503',
    relay([failure], [refusedWith(503), refusedWith(503)]),
    'another answer of the upstream',
  ),
  unverified(
    'the read of a job',
    relay([answer({}, { operation: 'video-read', status: 502 })], [refusedWith(401)]),
    'a billable request',
  ),
]);
