import { relay429Stays429 } from '../../../../src/conformance/rules/relay/relay-429-stays-429.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const status = (value: number) => call({ answer: { status: value } });
const given = (value: number) => answer({}, { status: value });

ruleTable(relay429Stays429, [
  { name: '429 for 429', evidence: relay([given(429)], [status(429), status(429)]) },
  {
    name: '500 for 429',
    evidence: relay([given(500)], [status(429)]),
    findings: [{ expected: '429', actual: 500 }],
  },
  {
    name: '503 of the upstream',
    evidence: relay([given(503)], [status(503)]),
    unverifiable: 'another answer of the upstream',
  },
]);
