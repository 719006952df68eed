import { idempotencyLength256Refused } from '../../../../src/conformance/rules/idempotency/idempotency-length-256-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, withKey } from './retries.ts';

const ordinary = chat('a', withKey('an-ordinary-key'));
const longest = chat('b', withKey('k'.repeat(255)));
const tooLong = withKey('k'.repeat(256));

ruleTable(idempotencyLength256Refused, [
  ...[400, 413, 422, 431].map((status) => ({
    name: `256 characters that are refused with ${status}`,
    evidence: series([ordinary, longest, refused(status, tooLong)]),
  })),
  {
    name: '256 characters that are accepted',
    evidence: series([ordinary, longest, chat('c', tooLong)]),
    findings: [{ expected: '4xx for a key of 256 characters', actual: 'status 200' }],
  },
  {
    name: 'a series without such a key',
    evidence: series([ordinary, longest]),
    unverifiable: 'a request sent with a key of 256 characters',
  },
]);
