import { relayKeyPerTenant } from '../../../../src/conformance/rules/relay/relay-key-per-tenant.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

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
  {
    name: 'no upstream request',
    evidence: relay(both, []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
