import { idempotencyMismatchRefused } from '../../../../src/conformance/rules/idempotency/idempotency-mismatch-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, unanswered } from './retries.ts';

ruleTable(idempotencyMismatchRefused, [
  ...[400, 409, 422].map((status) => ({
    name: `another body that is refused with ${status}`,
    evidence: series([chat('a'), refused(status)]),
  })),
  {
    name: 'another body that is answered with the first result',
    evidence: series([chat('a'), chat('a')]),
    findings: [{ expected: '4xx for another body of a series', actual: 'status 200' }],
  },
  {
    name: 'another body that is carried out',
    evidence: series([chat('a'), chat('b')]),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'another body on which the server fails',
    evidence: series([chat('a'), refused(500)]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'another body that gets "too many requests"',
    evidence: series([chat('a'), refused(429)]),
    unverifiable: 'an answer: POST /chat/completions returned 429',
  },
  {
    name: 'another body that is not answered',
    evidence: series([chat('a'), unanswered()]),
    unverifiable: 'an answer: POST /chat/completions was timed-out',
  },
  {
    name: 'one body alone',
    evidence: series([chat('a')]),
    unverifiable: 'two bodies with one key',
  },
  {
    name: 'a first body that is refused',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
