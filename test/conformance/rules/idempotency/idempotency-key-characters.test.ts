import { idempotencyKeyCharacters } from '../../../../src/conformance/rules/idempotency/idempotency-key-characters.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyKeyCharacters, [
  { name: 'a key that is accepted', evidence: series([chat('a'), chat('b'), chat('b')]) },
  {
    name: 'a key that is refused',
    evidence: series([chat('a'), refused(400), refused(400)]),
    findings: [{ expected: '2xx for a key of punctuation', actual: 'status 400' }],
  },
  {
    name: 'an ordinary key that is refused too',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'an ordinary key that is accepted',
  },
  {
    name: 'a key on which the server fails',
    evidence: series([chat('a'), refused(500)]),
    unverifiable: 'an answer to a key of punctuation',
  },
]);
