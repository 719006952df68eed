import { relay4xxStays4xx } from '../../../../src/conformance/rules/relay/relay-4xx-stays-4xx.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const status = (value: number) => call({ answer: { status: value } });
const given = (value: number, message: string) => answer({ error: { message } }, { status: value });
const OWN = 'n3f9c2a71 is refused';

ruleTable(relay4xxStays4xx, [
  { name: '400 with its message', evidence: relay([given(400, OWN)], [status(400)]) },
  { name: '422 for 413', evidence: relay([given(422, OWN)], [status(413)]) },
  { name: '499 for 404', evidence: relay([given(499, OWN)], [status(404)]) },
  {
    name: '500 for 400',
    evidence: relay([given(500, OWN)], [status(400)]),
    findings: [{ expected: 'a 4xx status for 400 of the upstream', actual: 500 }],
  },
  {
    name: '200 for 422',
    evidence: relay([given(200, OWN)], [status(422)]),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a message of the gateway',
    evidence: relay([given(404, 'Not found.')], [status(404)]),
    findings: [
      { expected: 'the message of the upstream', actual: 'Not found.', where: 'error.message' },
    ],
  },
  {
    name: 'a message where the upstream saw no nonce',
    evidence: relay([given(404, 'Not found.')], [call({ nonces: [], answer: { status: 404 } })]),
  },
  {
    name: '401 of the upstream',
    evidence: relay([given(502, OWN)], [status(401)]),
    unverifiable: 'another answer of the upstream',
  },
]);
