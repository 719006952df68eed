import { responsesStreamSequence } from '../../../../src/conformance/rules/responses-stream/responses-stream-sequence.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, IN_PROGRESS, sent, WHOLE } from './events.ts';

const numbered = (...numbers: unknown[]) =>
  sent(numbers.map((sequence_number) => ({ ...IN_PROGRESS, sequence_number })));

ruleTable(responsesStreamSequence, [
  { name: 'numbers from 0', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'numbers from 1 with a gap', evidence: numbered(1, 2, 7) },
  {
    name: 'a number twice',
    evidence: numbered(0, 1, 1, 2),
    findings: [
      { expected: 'greater than 1', actual: 1, where: 'response.in_progress, sequence_number' },
    ],
  },
  {
    name: 'a number that falls',
    evidence: numbered(3, 2),
    findings: [{ expected: 'greater than 3' }],
  },
  {
    name: 'a number as text',
    evidence: numbered('0'),
    findings: [{ expected: 'integer', actual: '0' }],
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'a stream with typed events' },
]);
