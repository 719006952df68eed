import { videoDeleteConcurrent } from '../../../../src/conformance/rules/video/video-delete-concurrent.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made } from './jobs.ts';

const RUNNING = { status: 'in_progress' };

ruleTable(videoDeleteConcurrent, [
  { name: 'the cancelled job for all', evidence: series([made(), cancelAt(10), cancelAt(10)]) },
  {
    name: 'the cancelled job for one and a conflict for the others',
    evidence: series([made(), cancelRefusedAt(10, 409), cancelAt(10), cancelRefusedAt(10, 404)]),
  },
  {
    name: 'a job that is being stopped, and stopped',
    evidence: series([made(), cancelAt(10, RUNNING), cancelAt(10)]),
  },
  {
    name: 'a failure of one',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(10, 500), cancelAt(10)]),
    findings: [{ expected: '2xx or 4xx for each DELETE', actual: 'status 500' }],
  },
  {
    name: 'two ends',
    evidence: series([made(), cancelAt(10), cancelAt(10, DONE)]),
    findings: [{ expected: 'cancelled, as in another answer', actual: 'completed' }],
  },
  {
    name: 'two times of the end',
    evidence: series([
      made(),
      cancelAt(10, { completed_at: 1_760_000_001 }),
      cancelAt(10, { completed_at: 1_760_000_002 }),
    ]),
    findings: [{ actual: 1_760_000_002, where: 'completed_at' }],
  },
  {
    name: 'answers that come too often',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(10, 429)]),
    unverifiable: 'two DELETEs that are answered',
  },
]);
