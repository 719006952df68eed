import { relayCookiesWithheld } from '../../../../src/conformance/rules/relay/relay-cookies-withheld.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(relayCookiesWithheld, [
  { name: 'no cookie', evidence: relay([answer({})], [call()]) },
  {
    name: 'a cookie of the caller in the second attempt',
    evidence: relay([answer({})], [call(), call({ request: { headers: [['cookie', 'a=1']] } })]),
    findings: [
      {
        expected: 'no cookie upstream',
        actual: 'a=1',
        where: 'header cookie of the upstream request',
      },
    ],
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
