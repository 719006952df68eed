import { idempotencyJsonSpelling } from '../../../../src/conformance/rules/idempotency/idempotency-json-spelling.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

ruleTable(idempotencyJsonSpelling, [
  { name: 'the first answer again', evidence: series([chat('a'), chat('a')]) },
  { name: 'a refusal', evidence: series([chat('a'), refused(422)]) },
  {
    name: 'another result',
    evidence: series([chat('a'), chat('b')]),
    findings: [{ expected: 'a, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a retry on which the server fails',
    evidence: series([chat('a'), refused(500)]),
    unverifiable: 'an answer to the other spelling',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404), refused(404)]),
    unverifiable: 'a 2xx answer with an id',
  },
]);
