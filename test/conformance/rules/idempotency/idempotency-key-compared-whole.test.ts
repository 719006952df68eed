import { idempotencyKeyComparedWhole } from '../../../../src/conformance/rules/idempotency/idempotency-key-compared-whole.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const label = 'chat, a key with other case';

ruleTable(idempotencyKeyComparedWhole, [
  { name: 'a result for each key', evidence: series([chat('a'), chat('b')], { label }) },
  {
    name: 'one result for both keys',
    evidence: series([chat('a'), chat('a')], { label }),
    findings: [
      { expected: 'a separate result for chat, a key with other case', actual: 'a', where: 'id' },
    ],
  },
  {
    name: 'the same id as an unrelated answer',
    evidence: series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })], {
      label,
    }),
    unverifiable: 'different ids for different requests',
  },
  {
    name: 'a second key that is refused',
    evidence: series([chat('a'), refused(400)], { label }),
    unverifiable: 'a 2xx answer with an id to chat, a key with other case',
  },

  {
    name: 'a first answer without an id',
    evidence: series([answer({}), chat('b')], { label }),
    unverifiable: 'a 2xx answer with an id',
  },
]);
