import { responsesStatusKnown } from '../../../../src/conformance/rules/responses/responses-status-known.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const status = (value: unknown, members = {}) => answer(response({ status: value, ...members }));

ruleTable(responsesStatusKnown, [
  { name: 'completed', evidence: status('completed') },
  {
    name: 'incomplete with details',
    evidence: status('incomplete', { incomplete_details: { reason: 'x' } }),
  },
  {
    name: 'incomplete without details',
    evidence: status('incomplete', { incomplete_details: null }),
    findings: [{ expected: 'an object', actual: null, where: 'incomplete_details' }],
  },
  { name: 'in_progress', evidence: status('in_progress'), findings: [{ actual: 'in_progress' }] },
  {
    name: 'no status, which another rule demands,',
    evidence: status(undefined),
    unverifiable: 'with a status',
  },
]);
