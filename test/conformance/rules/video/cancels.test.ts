import {
  videoDeleteAfterCompleted,
  videoDeleteCancels,
  videoDeleteTwice,
  videoPollAfterCancel,
} from '../../../../src/conformance/rules/video/cancels.ts';
import { answer, series } from '../exchanges.ts';
import { withKey } from '../idempotency/retries.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

const done = readAt(10, DONE);

ruleTable(videoDeleteAfterCompleted, [
  {
    name: 'a job that stays as it is',
    evidence: series([made(), done, cancelAt(20, DONE), readAt(30, DONE)]),
  },
  {
    name: 'a conflict',
    evidence: series([made(), done, cancelRefusedAt(20, 409), readAt(30, DONE)]),
  },
  {
    name: 'a job that is removed',
    evidence: series([
      made(),
      done,
      answer({ id: 'v1', deleted: true }, { operation: 'video-cancel', sentAtMs: 20 }),
      readRefusedAt(30, 404),
    ]),
  },
  {
    name: 'another time of completion',
    evidence: series([made(), done, cancelAt(20, { ...DONE, completed_at: 1_760_000_099 })]),
    findings: [{ expected: '1760000060, as before', actual: 1_760_000_099, where: 'completed_at' }],
  },
  ...[301, 401, 403, 405, 500].map((status) => ({
    name: `${status} to the DELETE`,
    evidence: series([made(), done, cancelRefusedAt(20, status), readAt(30, DONE)]),
    findings: [{ expected: '2xx, or 404 or 409 or 410 or 400 or 422', actual: `status ${status}` }],
  })),
  {
    name: 'a DELETE that gets "too many requests"',
    evidence: series([made(), done, cancelRefusedAt(20, 429), readAt(30, DONE)]),
    unverifiable: 'an answer to the DELETE',
  },
  {
    name: 'a job that may not be read after the DELETE',
    evidence: series([made(), done, cancelAt(20, DONE), readRefusedAt(30, 403)]),
    findings: [{ expected: 'the job as before, or 404 or 410', actual: 'status 403' }],
  },
  {
    name: 'a job that was cancelled while it ran',
    evidence: series([made(), readAt(10), cancelAt(20), readAt(30, DONE)]),
    unverifiable: 'a DELETE of a completed job',
  },
  {
    name: 'a job that is not cancelled',
    evidence: series([made(), done]),
    unverifiable: 'a job with a DELETE',
  },
]);

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
    unverifiable: 'an unfinished job',
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

ruleTable(videoDeleteTwice, [
  { name: 'the cancelled job again', evidence: series([made(), cancelAt(10), cancelAt(20)]) },
  ...[404, 409, 410, 400, 422].map((status) => ({
    name: `${status} to the second`,
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, status)]),
  })),
  ...[301, 401, 403, 405, 500].map((status) => ({
    name: `${status} to the second`,
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, status)]),
    findings: [
      {
        expected: 'the cancelled job, or 404 or 409 or 410 or 400 or 422',
        actual: `status ${status}`,
      },
    ],
  })),
  {
    name: 'a status that the profile names',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, 403)]),
    expect: { cancelRefusalStatus: [403] },
  },
  {
    name: 'another job at the second',
    evidence: series([made(), cancelAt(10), cancelAt(20, { id: 'v2' })]),
    findings: [{ expected: 'v1', actual: 'v2', where: 'id' }],
  },
  {
    name: 'another end at the second',
    evidence: series([made(), cancelAt(10), cancelAt(20, DONE)]),
    findings: [{ expected: 'cancelled, as before', actual: 'completed', where: 'status' }],
  },
  {
    name: 'a second that gets "too many requests"',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, 429)]),
    unverifiable: 'an answer to the second DELETE',
  },
  { name: 'no DELETE', evidence: series([made()]), unverifiable: 'needs a DELETE' },
  {
    name: 'a first that is refused',
    evidence: series([made(), cancelRefusedAt(10, 405), cancelRefusedAt(20, 405)]),
    unverifiable: 'a DELETE that is accepted',
  },
]);

ruleTable(videoPollAfterCancel, [
  ...[404, 409].map((status) => ({
    name: `${status} to a second DELETE`,
    evidence: series([
      made(),
      cancelAt(10),
      cancelRefusedAt(20, status),
      readAt(30, { status: 'cancelled' }),
    ]),
  })),
  {
    name: 'a POST that is retried under its key and given the job as it was',
    evidence: series([
      made({}, withKey('k')),
      cancelAt(10),
      readAt(20, { status: 'cancelled' }),
      made({}, { ...withKey('k'), sentAtMs: 30 }),
    ]),
  },
  {
    name: 'a job that stays cancelled',
    evidence: series([made(), cancelAt(20), cancelled(30), cancelled(40)]),
  },
  {
    name: 'a job that is gone',
    evidence: series([made(), cancelAt(20), readRefusedAt(30, 404), readRefusedAt(40, 404)]),
  },
  {
    name: 'a job that is cancelled and then gone',
    evidence: series([made(), cancelAt(20), cancelled(30), readRefusedAt(40, 410)]),
  },
  {
    name: 'a job that is stopped a little later, and a read that gets "too many requests"',
    evidence: series([
      made(),
      cancelAt(20, RUNNING),
      readAt(30, RUNNING),
      cancelled(40),
      readRefusedAt(50, 429),
      cancelled(60),
    ]),
  },
  {
    name: 'a read that overlaps with the one that first shows the cancel',
    evidence: series([
      made(),
      cancelAt(20, RUNNING),
      cancelled(30),
      readAt(32, RUNNING),
      cancelled(40),
    ]),
  },
  {
    name: 'a cancelled job that runs again',
    evidence: series([made(), cancelAt(20), cancelled(30), readAt(40, RUNNING), cancelled(50)]),
    findings: [{ expected: 'cancelled, as before', actual: 'in_progress' }],
  },
  {
    name: 'a job that was gone and is back',
    evidence: series([made(), cancelAt(20), readRefusedAt(30, 404), cancelled(40)]),
    findings: [{ expected: 'status 404, as before', actual: 'cancelled' }],
  },
  {
    name: 'a job that never shows its cancel',
    evidence: series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(40, DONE)]),
    unverifiable: 'a read after one that shows the job as cancelled or removed',
  },
  {
    name: 'a job that is not cancelled',
    evidence: series([made(), readAt(30, DONE)]),
    unverifiable: 'a cancelled job',
  },
]);
