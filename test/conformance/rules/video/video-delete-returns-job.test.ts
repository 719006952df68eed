import { videoDeleteReturnsJob } from '../../../../src/conformance/rules/video/video-delete-returns-job.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt } from './jobs.ts';

const NO_TYPE = { type: '' };
const running = readAt(10, { status: 'in_progress' });
const bare = (body: unknown, status: number) =>
  answer(body, { operation: 'video-cancel', sentAtMs: 20, status, ...(body === '' && NO_TYPE) });

const answeredAtOnce = (exchange: Exchange) => ({
  ...exchange,
  timing: { ...exchange.timing, endMs: exchange.timing.sendMs + 1 },
});

ruleTable(videoDeleteReturnsJob, [
  { name: 'the cancelled job', evidence: series([made(), running, cancelAt(20)]) },
  {
    name: 'the job that is still to be stopped, with 202',
    evidence: series([made(), cancelAt(20, { status: 'in_progress' }, { status: 202 })]),
  },
  {
    name: 'a 404 to a second DELETE',
    evidence: series([made(), cancelAt(20), cancelRefusedAt(30, 404)]),
  },
  {
    name: 'a 410 to the first of several DELETEs that crossed',
    evidence: series([made(), cancelRefusedAt(20, 410), cancelAt(20)]),
  },
  {
    name: 'a notice of deletion in place of the job',
    evidence: series([made(), bare({ id: 'v1', object: 'video.deleted', deleted: true }, 200)]),
    findings: [
      { where: 'status', actual: 'absent' },
      { where: 'model' },
      { where: 'progress' },
      { where: 'created_at' },
    ],
  },
  {
    name: 'another job',
    evidence: series([made(), cancelAt(20, { id: 'v2' })]),
    findings: [{ expected: 'v1', actual: 'v2', where: 'id' }],
  },
  {
    name: 'a conflict with a job that is read as running when its cancel should have worked',
    evidence: series([
      made(),
      answeredAtOnce(cancelRefusedAt(20, 409)),
      readAt(5021, { status: 'in_progress' }),
      readAt(7000, DONE),
    ]),
    unverifiable: 'a DELETE of an unfinished job',
  },
  {
    name: 'a 403 to a DELETE, whatever the next read shows',
    evidence: series([made(), running, cancelRefusedAt(20, 403), readAt(1500, DONE)]),
    findings: [{ actual: 'DELETE /videos/job-1 returned 403, application/json' }],
  },
  {
    name: 'a DELETE on which the server fails',
    evidence: series([made(), cancelRefusedAt(20, 500)]),
    unverifiable: 'a DELETE with an answer',
  },

  {
    name: 'the cancelled job, after another DELETE that crossed it',
    evidence: series([made(), cancelAt(20), answeredAtOnce(cancelAt(21, { id: 'v2' }))]),
  },
]);
