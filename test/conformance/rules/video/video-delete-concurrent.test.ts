import { videoDeleteConcurrent } from '../../../../src/conformance/rules/video/video-delete-concurrent.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

const RUNNING = { status: 'in_progress' };
const CANCELLED = { status: 'cancelled' };

ruleTable(videoDeleteConcurrent, [
  {
    name: 'the cancelled job for all',
    evidence: series([made(), cancelAt(10), cancelAt(10), readAt(20, CANCELLED)]),
  },
  {
    name: 'the cancelled job for one and a conflict for the others',
    evidence: series([made(), cancelRefusedAt(10, 409), cancelAt(10), cancelRefusedAt(10, 404)]),
  },
  {
    name: 'a job that is being stopped, and stopped',
    evidence: series([made(), cancelAt(10, RUNNING), cancelAt(10)]),
  },
  {
    name: 'a conflict for all, where the job had ended',
    evidence: series([
      made(),
      cancelRefusedAt(10, 409),
      cancelRefusedAt(10, 409),
      readAt(20, DONE),
    ]),
  },
  ...[301, 401, 403, 500].map((status) => ({
    name: `${status} for one`,
    evidence: series([made(), cancelAt(10), cancelRefusedAt(10, status), cancelAt(10)]),
    findings: [
      {
        expected: '2xx, or 404 or 409 or 410 or 400 or 422, for each DELETE',
        actual: `status ${status}`,
      },
    ],
  })),
  {
    name: 'a status that the profile names',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(10, 403)]),
    expect: { cancelRefusalStatus: [403] },
  },
  {
    name: 'a conflict for all, where the job goes on',
    evidence: series([
      made(),
      cancelRefusedAt(10, 409),
      cancelRefusedAt(10, 409),
      readAt(20, RUNNING),
    ]),
    findings: [
      { expected: '2xx for one DELETE of an unfinished job', actual: 'none, then in_progress' },
    ],
  },
  {
    name: 'another job for one',
    evidence: series([made(), cancelAt(10), cancelAt(10, { id: 'v2' })]),
    findings: [{ expected: 'v1', actual: 'v2', where: 'id' }],
  },
  {
    name: 'two ends',
    evidence: series([made(), cancelAt(10), cancelAt(10, DONE)]),
    findings: [{ expected: 'cancelled, as in another answer', actual: 'completed' }],
  },
  {
    name: 'answers that come too often',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(10, 429)]),
    unverifiable: 'two DELETEs with answers',
  },

  {
    name: 'a conflict for all, and a read that gets "too many requests"',
    evidence: series([
      made(),
      cancelRefusedAt(10, 409),
      cancelRefusedAt(10, 409),
      readRefusedAt(20, 429),
    ]),
    unverifiable: 'a read after all DELETEs were refused',
  },
]);
