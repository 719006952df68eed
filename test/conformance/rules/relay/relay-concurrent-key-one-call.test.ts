import { relayConcurrentKeyOneCall } from '../../../../src/conformance/rules/relay/relay-concurrent-key-one-call.ts';
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
