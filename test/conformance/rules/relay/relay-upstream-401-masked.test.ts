import { relayUpstream401Masked } from '../../../../src/conformance/rules/relay/relay-upstream-401-masked.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const status = (value: number) => call({ answer: { status: value } });
const given = (value: number) => answer({}, { status: value });

ruleTable(relayUpstream401Masked, [
  { name: '502 for 401', evidence: relay([given(502)], [status(401)]) },
  { name: '403 for 403', evidence: relay([given(403)], [status(403)]) },
  {
    name: '401 for 401',
    evidence: relay([given(401)], [status(401)]),
    findings: [{ expected: 'another status than 401 for 401 of the upstream', actual: 401 }],
  },
  {
    name: '401 for 403',
    evidence: relay([given(401)], [status(403)]),
    findings: [{ expected: 'another status than 401 for 403 of the upstream' }],
  },
  {
    name: '400 of the upstream',
    evidence: relay([given(401)], [status(400)]),
    unverifiable: 'another answer of the upstream',
  },
]);
