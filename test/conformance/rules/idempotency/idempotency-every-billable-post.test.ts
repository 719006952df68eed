import { idempotencyEveryBillablePost } from '../../../../src/conformance/rules/idempotency/idempotency-every-billable-post.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });
const transcript = (sentAtMs: number) =>
  answer({ text: 'Hello.', usage: {} }, { operation: 'transcription', sentAtMs });

ruleTable(idempotencyEveryBillablePost, [
  { name: 'the same id again', evidence: series([chat('a', at(0)), chat('a', at(10))]) },
  {
    name: 'the same id with another text',
    evidence: series([chat('a', at(0), 'Yes.'), chat('a', at(10), 'No.')]),
  },
  {
    name: 'one effect where there is no id',
    evidence: series([transcript(0), transcript(10)], { effects: 1 }),
  },
  {
    name: 'another id',
    evidence: series([chat('a', at(0)), chat('b', at(10)), chat('c', at(20))]),
    findings: [{ expected: 'a, as at first', actual: 'b', where: 'id' }],
  },
  {
    name: 'two effects where there is no id',
    evidence: series([transcript(0), transcript(10)], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'no id and no ledger',
    evidence: series([transcript(0), transcript(10)]),
    unverifiable: 'a ledger',
  },
  {
    name: 'a retry with the answer "retry later"',
    evidence: series([chat('a', at(0)), refused(409, at(10))]),
    unverifiable: 'a retry with a 2xx answer',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404), refused(404)]),
    unverifiable: 'a 2xx answer that a retry can repeat',
  },
]);
