import { idempotencyMultipartBoundary } from '../../../../src/conformance/rules/idempotency/idempotency-multipart-boundary.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { refused } from './retries.ts';

const heard = answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyMultipartBoundary, [
  { name: 'one effect of both forms', evidence: series([heard, heard], { effects: 1 }) },
  {
    name: 'a form that is accepted, without a ledger',
    evidence: series([heard, heard]),
    unverifiable: 'a ledger, because the answers have no id',
  },
  {
    name: 'a form that is refused',
    evidence: series([heard, refused(422)], { effects: 1 }),
    findings: [{ expected: 'the first answer again', actual: 'status 422' }],
  },
  {
    name: 'a form that is carried out again',
    evidence: series([heard, heard], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'a form that gets "too many requests"',
    evidence: series([heard, refused(429)]),
    unverifiable: 'an answer to the retry',
  },
  {
    name: 'a first form that is refused',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'a valid form that is accepted',
  },
]);
