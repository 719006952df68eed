import { errorsRetryAfter } from '../../../../src/conformance/rules/errors/errors-retry-after.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const limited = (value?: string) =>
  answer(
    { error: { message: 'Too often.' } },
    { status: 429, ...(value !== undefined && { headers: { 'retry-after': value } }) },
  );

ruleTable(errorsRetryAfter, [
  ...['0', '120', 'Sun, 22 Nov 2026 07:28:00 GMT', 'Sunday, 22-Nov-26 07:28:00 GMT'].map(
    (value) => ({ name: `Retry-After: ${value}`, evidence: limited(value) }),
  ),
  {
    name: 'a 429 without it',
    evidence: limited(),
    findings: [{ expected: 'seconds or a date', actual: 'absent', where: 'retry-after' }],
  },
  ...['', 'soon', '1.5', '-1', '2s', '2026-11-22T07:28:00Z'].map((value) => ({
    name: `Retry-After: ${value}`,
    evidence: limited(value),
    findings: [{ actual: value }],
  })),
  {
    name: 'another failure',
    evidence: answer({ error: {} }, { status: 500 }),
    unverifiable: 'needs a 429',
  },
]);
