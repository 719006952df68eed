import { relayReplayMakesNoCall } from '../../../../src/conformance/rules/relay/relay-replay-makes-no-call.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

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
    name: 'an upstream request for the replay that is not over',
    evidence: relay([keyed(), keyed()], [call()], { open: 1 }),
    findings: [{ actual: '2 upstream requests' }],
  },
  {
    name: 'a first request that failed',
    evidence: relay([keyed(502), keyed()], [call(), call()]),
    unverifiable: 'a 2xx answer and its replay',
  },
  {
    name: 'no upstream request',
    evidence: relay([keyed(), keyed()], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'equal requests without a key',
    evidence: relay([answer({}), answer({})], [call(), call()]),
    unverifiable: 'a request with an Idempotency-Key',
  },
]);
