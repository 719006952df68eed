import { errorsNullSpelled } from '../../../../src/conformance/rules/errors/errors-null-spelled.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failed = (members: Record<string, unknown>) => answer(wrapper(members), { status: 400 });

ruleTable(errorsNullSpelled, [
  { name: 'strings and null', evidence: failed({}) },
  { name: 'a message about null', evidence: failed({ message: 'null is not a text' }) },
  {
    name: 'null spelled as text',
    evidence: failed({ param: 'null', code: 'None' }),
    findings: [{ expected: 'a word, or null itself', actual: 'null' }, { actual: 'None' }],
  },
  {
    name: 'no wrapper',
    evidence: answer({ detail: 'x' }, { status: 400 }),
    unverifiable: 'an error object',
  },
]);
