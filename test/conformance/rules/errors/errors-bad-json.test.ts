import { errorsBadJson } from '../../../../src/conformance/rules/errors/errors-bad-json.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const tried = (...statuses: number[]) =>
  series(
    statuses.map((status) => answer(wrapper(), { status })),
    { label: 'an empty body' },
  );

ruleTable(errorsBadJson, [
  { name: '400 and 422', evidence: tried(400, 422) },
  {
    name: '500 at one of the operations',
    evidence: tried(400, 500),
    findings: [{ expected: '4xx for an empty body', actual: 500, where: 'status' }],
  },
  { name: '429 and 503', evidence: tried(429, 503), unverifiable: 'needs an answer' },
]);
