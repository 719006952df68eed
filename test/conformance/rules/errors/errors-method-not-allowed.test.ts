import { errorsMethodNotAllowed } from '../../../../src/conformance/rules/errors/errors-method-not-allowed.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const tried = (label: string, status: number, allow?: string) => {
  const headers = allow === undefined ? {} : { allow };
  return series([answer({}, { operation: 'other', status, headers })], { label });
};

/** PUT of a job, then GET and DELETE of it. */
const sent = (allow: string, ...statuses: number[]) =>
  series(
    [
      answer({}, { operation: 'video-read', status: 405, headers: { allow } }),
      ...statuses.map((status, at) =>
        answer({}, { operation: at === 0 ? 'video-read' : 'video-cancel', status }),
      ),
    ],
    { label: '/videos/{id}' },
  );

ruleTable(errorsMethodNotAllowed, [
  { name: '405 with the right method', evidence: tried('/chat/completions', 405, 'POST, OPTIONS') },
  { name: '405 with both methods of a job', evidence: tried('/videos/{id}', 405, 'delete,get') },
  { name: '405 of jobs that cannot be cancelled', evidence: sent('GET', 404, 405) },
  { name: '405 of jobs that are known not to be cancelled', evidence: sent('GET', 404) },
  {
    name: '405 without DELETE where jobs can be cancelled',
    evidence: sent('GET, HEAD', 404, 404),
    findings: [{ expected: 'GET and DELETE', actual: 'GET, HEAD', where: 'allow' }],
  },
  { name: '404', evidence: tried('/responses', 404), findings: [{ expected: '405', actual: 404 }] },
  {
    name: '404 if a profile allows it',
    evidence: tried('/responses', 404),
    expect: { wrongMethodStatus: [405, 404] },
  },
  { name: '503', evidence: tried('/responses', 503), unverifiable: 'needs an answer' },
]);
