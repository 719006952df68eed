import { videoDeleteCancels } from '../../../../src/conformance/rules/video/video-delete-cancels.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

const RUNNING = { status: 'in_progress' };
const cancelled = (sentAtMs: number) => readAt(sentAtMs, { status: 'cancelled' });
const noContent = answer('', { operation: 'video-cancel', sentAtMs: 20, status: 204 });

ruleTable(videoDeleteCancels, [
  { name: 'a job with a DELETE', evidence: series([made(), cancelAt(20), cancelled(30)]) },
  {
    name: 'a job that is stopped a little later',
    evidence: series([
      made(),
      cancelAt(20, RUNNING),
      readAt(30, RUNNING),
      readAt(4000, RUNNING),
      cancelled(4900),
    ]),
  },
  {
    name: 'a job that is gone',
    evidence: series([made(), noContent, readRefusedAt(30, 404)]),
  },
  {
    name: 'a job that ends as failed',
    evidence: series([made(), cancelAt(20, RUNNING), readAt(30, { status: 'failed' })]),
  },
  {
    name: 'a job that completes',
    evidence: series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(600, DONE)]),
    findings: [{ expected: 'cancelled, and never completed', actual: 'completed' }],
  },
  {
    name: 'a job that still runs after the deadline',
    evidence: series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(5025, RUNNING)]),
    findings: [{ expected: 'cancelled within 5000 ms', actual: 'in_progress', where: 'status' }],
  },
  {
    name: 'a job that was seen running a moment after the DELETE',
    evidence: series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING)]),
    unverifiable: 'a read 5000 ms after the DELETE',
  },
  {
    name: 'a job that had completed before',
    evidence: series([made(), readAt(10, DONE), cancelAt(20, DONE), readAt(30, DONE)]),
    unverifiable: 'an unfinished job',
  },
  {
    name: 'a DELETE that is refused',
    evidence: series([made(), cancelRefusedAt(20, 409), readAt(30, DONE)]),
    unverifiable: 'a DELETE that is accepted',
  },
  {
    name: 'a job without a DELETE',
    evidence: series([made(), readAt(30, DONE)]),
    unverifiable: 'needs a DELETE',
  },
  {
    name: 'a DELETE without a later read',
    evidence: series([made(), cancelAt(20)]),
    unverifiable: 'a read after the DELETE',
  },
]);
