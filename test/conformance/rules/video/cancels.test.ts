import {
  videoDeleteAfterCompleted,
  videoDeleteCancels,
  videoDeleteTwice,
  videoPollAfterCancel,
} from '../../../../src/conformance/rules/video/cancels.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

const done = readAt(10, DONE);

ruleTable(videoDeleteAfterCompleted, [
  passes('a job that stays as it is', series([made(), done, cancelAt(20, DONE), readAt(30, DONE)])),
  passes('a conflict', series([made(), done, cancelRefusedAt(20, 409), readAt(30, DONE)])),
  passes(
    'a job that is removed',
    series([
      made(),
      done,
      answer({ id: 'v1', deleted: true }, { operation: 'video-cancel', sentAtMs: 20 }),
      readRefusedAt(30, 404),
    ]),
  ),
  finds(
    'another time of completion',
    series([made(), done, cancelAt(20, { ...DONE, completed_at: 1_760_000_099 })]),
    { expected: '1760000060, as before', actual: 1_760_000_099, where: 'completed_at' },
  ),
  ...[301, 401, 403, 405, 500].map((status) =>
    finds(
      `${status} to the DELETE`,
      series([made(), done, cancelRefusedAt(20, status), readAt(30, DONE)]),
      { expected: '2xx, or 404 or 409 or 410 or 400 or 422', actual: `status ${status}` },
    ),
  ),
  unverified(
    'a DELETE that gets "too many requests"',
    series([made(), done, cancelRefusedAt(20, 429), readAt(30, DONE)]),
    'an answer to the DELETE',
  ),
  finds(
    'a job that may not be read after the DELETE',
    series([made(), done, cancelAt(20, DONE), readRefusedAt(30, 403)]),
    { expected: 'the job as before, or 404 or 410', actual: 'status 403' },
  ),
  unverified(
    'a job that was cancelled while it ran',
    series([made(), readAt(10), cancelAt(20), readAt(30, DONE)]),
    'a DELETE of a completed job',
  ),
  unverified('a job that is not cancelled', series([made(), done]), 'a job with a DELETE'),
]);

const RUNNING = { status: 'in_progress' };
const cancelled = (sentAtMs: number) => readAt(sentAtMs, { status: 'cancelled' });
const noContent = answer('', { operation: 'video-cancel', sentAtMs: 20, status: 204 });

ruleTable(videoDeleteCancels, [
  passes(
    'a job that is stopped a little later',
    series([
      made(),
      cancelAt(20, RUNNING),
      readAt(30, RUNNING),
      readAt(4000, RUNNING),
      cancelled(4900),
    ]),
  ),
  passes('a job that is gone', series([made(), noContent, readRefusedAt(30, 404)])),
  passes(
    'a job that ends as failed',
    series([made(), cancelAt(20, RUNNING), readAt(30, { status: 'failed' })]),
  ),
  finds(
    'a job that completes',
    series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(600, DONE)]),
    { expected: 'cancelled, and never completed', actual: 'completed' },
  ),
  finds(
    'a job that still runs after the deadline',
    series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(5025, RUNNING)]),
    { expected: 'cancelled within 5000 ms', actual: 'in_progress', where: 'status' },
  ),
  unverified(
    'a job that was seen running a moment after the DELETE',
    series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING)]),
    'a read 5000 ms after the DELETE',
  ),
  unverified(
    'a job that had completed before',
    series([made(), readAt(10, DONE), cancelAt(20, DONE), readAt(30, DONE)]),
    'an unfinished job',
  ),
  unverified(
    'a DELETE that is refused',
    series([made(), cancelRefusedAt(20, 409), readAt(30, DONE)]),
    'an unfinished job',
  ),
  unverified(
    'a DELETE of a running job that is refused',
    series([made(), readAt(10, RUNNING), cancelRefusedAt(20, 409)]),
    'a DELETE that is accepted',
  ),
  unverified('a job without a DELETE', series([made(), readAt(30, DONE)]), 'needs a DELETE'),
  unverified(
    'a DELETE without a later read',
    series([made(), cancelAt(20)]),
    'a read after the DELETE',
  ),
]);

ruleTable(videoDeleteTwice, [
  passes('the cancelled job again', series([made(), cancelAt(10), cancelAt(20)])),
  ...[404, 409, 410, 400, 422].map((status) =>
    passes(`${status} to the second`, series([made(), cancelAt(10), cancelRefusedAt(20, status)])),
  ),
  ...[301, 401, 403, 405, 500].map((status) =>
    finds(`${status} to the second`, series([made(), cancelAt(10), cancelRefusedAt(20, status)]), {
      expected: 'the cancelled job, or 404 or 409 or 410 or 400 or 422',
      actual: `status ${status}`,
    }),
  ),
  passes(
    'a status that the profile names',
    series([made(), cancelAt(10), cancelRefusedAt(20, 403)]),
    { cancelRefusalStatus: [403] },
  ),
  finds('another job at the second', series([made(), cancelAt(10), cancelAt(20, { id: 'v2' })]), {
    expected: 'v1',
    actual: 'v2',
    where: 'id',
  }),
  finds('another end at the second', series([made(), cancelAt(10), cancelAt(20, DONE)]), {
    expected: 'cancelled, as before',
    actual: 'completed',
    where: 'status',
  }),
  unverified(
    'a second that gets "too many requests"',
    series([made(), cancelAt(10), cancelRefusedAt(20, 429)]),
    'an answer to the second DELETE',
  ),
  unverified('no DELETE', series([made()]), 'needs a DELETE'),
  unverified(
    'a first that is refused',
    series([made(), cancelRefusedAt(10, 405), cancelRefusedAt(20, 405)]),
    'a DELETE that is accepted',
  ),
]);

ruleTable(videoPollAfterCancel, [
  ...[404, 409].map((status) =>
    passes(
      `${status} to a second DELETE`,
      series([
        made(),
        cancelAt(10),
        cancelRefusedAt(20, status),
        readAt(30, { status: 'cancelled' }),
      ]),
    ),
  ),
  passes(
    'a job that is gone',
    series([made(), cancelAt(20), readRefusedAt(30, 404), readRefusedAt(40, 404)]),
  ),
  passes(
    'a job that is cancelled and then gone',
    series([made(), cancelAt(20), cancelled(30), readRefusedAt(40, 410)]),
  ),
  passes(
    'a job that is stopped a little later, and a read that gets "too many requests"',
    series([
      made(),
      cancelAt(20, RUNNING),
      readAt(30, RUNNING),
      cancelled(40),
      readRefusedAt(50, 429),
      cancelled(60),
    ]),
  ),
  passes(
    'a read that overlaps with the one that first shows the cancel',
    series([made(), cancelAt(20, RUNNING), cancelled(30), readAt(32, RUNNING), cancelled(40)]),
  ),
  finds(
    'a cancelled job that runs again',
    series([made(), cancelAt(20), cancelled(30), readAt(40, RUNNING), cancelled(50)]),
    { expected: 'cancelled, as before', actual: 'in_progress' },
  ),
  finds(
    'a job that was gone and is back',
    series([made(), cancelAt(20), readRefusedAt(30, 404), cancelled(40)]),
    { expected: 'status 404, as before', actual: 'cancelled' },
  ),
  unverified(
    'a job that never shows its cancel',
    series([made(), cancelAt(20, RUNNING), readAt(30, RUNNING), readAt(40, DONE)]),
    'a read after one that shows the job as cancelled or removed',
  ),
  unverified('a job that is not cancelled', series([made(), readAt(30, DONE)]), 'a cancelled job'),
]);
