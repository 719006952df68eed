import { idempotencyStreamOneResult } from '../../../../src/conformance/rules/idempotency/idempotency-stream-one-result.ts';
import { event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, refused, responseStream } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });

ruleTable(idempotencyStreamOneResult, [
  {
    name: 'the same stream again',
    evidence: series([chatStream('a', at(0)), chatStream('a', at(1000))]),
  },
  {
    name: 'the same result in one body',
    evidence: series([chatStream('a', at(0)), chat('a', at(1000))]),
  },
  {
    name: 'a retry that is refused',
    evidence: series([responseStream('a', at(0)), refused(409, at(1000))]),
  },
  {
    name: 'a new completion',
    evidence: series([chatStream('a', at(0)), chatStream('b', at(1000))]),
    findings: [{ expected: 'a, as at first, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a replay that is charged again',
    evidence: series([chatStream('a', at(0)), chatStream('a', at(1000))], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'a retry that overlapped with the first',
    evidence: series([chatStream('a', at(0)), chatStream('b', at(10))]),
    unverifiable: 'a retry that is answered',
  },

  {
    name: 'a first answer of one body',
    evidence: series([chat('a', at(0)), chat('b', at(1000))]),
    unverifiable: 'a stream that a retry can repeat',
  },
  {
    name: 'a stream without an id',
    evidence: series([stream([event({ choices: [] })], at(0)), chatStream('b', at(1000))]),
    unverifiable: 'a stream with an id',
  },
]);
