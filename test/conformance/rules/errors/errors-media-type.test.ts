import { errorsMediaType } from '../../../../src/conformance/rules/errors/errors-media-type.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer({});
const tried = (label: string, status: number) => series([GOOD, answer({}, { status })], { label });

ruleTable(errorsMediaType, [
  { name: 'a charset that is accepted', evidence: tried('application/json; charset=utf-8', 200) },
  { name: 'text/plain that is refused', evidence: tried('text/plain', 415) },
  {
    name: 'a charset that is refused',
    evidence: tried('application/json; charset=utf-8', 415),
    findings: [{ expected: '2xx for application/json; charset=utf-8', actual: 'status 415' }],
  },
]);
