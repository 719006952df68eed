import {
  videoCancelCompleteRace,
  videoDeleteConcurrent,
  videoDeleteReturnsJob,
} from '../../../../src/conformance/rules/video/cancels.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

/** What was done with one of several jobs. */
const job = (id: string, ...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((exchange) => ({ ...exchange, group: { kind: 'job', id } }));

const CANCELLED = { status: 'cancelled' };
const RUNNING = { status: 'in_progress' };
const early = job('early', made(), cancelAt(10), readAt(20, CANCELLED), readAt(90, CANCELLED));
const late = job('late', made(), cancelAt(60, DONE), readAt(70, DONE), readAt(90, DONE));

ruleTable(videoCancelCompleteRace, [
  passes(
    'a conflict with a job that is completed',
    series([
      ...early,
      ...job('late', made(), cancelRefusedAt(60, 409), readAt(70, DONE), readAt(90, DONE)),
    ]),
  ),
  passes(
    'a job that is still being stopped at the first read',
    series([
      ...job('slow', made(), cancelAt(10, RUNNING), readAt(20, RUNNING), readAt(90, CANCELLED)),
      ...early,
      ...late,
    ]),
  ),
  finds(
    'a job that DELETE reports as cancelled and that completes',
    series([
      ...early,
      ...late,
      ...job('split', made(), cancelAt(40), readAt(50, RUNNING), readAt(90, DONE)),
    ]),
    { expected: 'cancelled, as in the answer to DELETE', actual: 'completed', where: 'status' },
  ),
  unverified(
    'jobs that all were cancelled in time',
    series(early),
    'a job that ended before its DELETE and one that ended after it',
  ),
]);

ruleTable(videoDeleteConcurrent, [
  passes(
    'the cancelled job for all',
    series([made(), cancelAt(10), cancelAt(10), readAt(20, CANCELLED)]),
  ),
  passes(
    'the cancelled job for one and a conflict for the others',
    series([made(), cancelRefusedAt(10, 409), cancelAt(10), cancelRefusedAt(10, 404)]),
  ),
  passes(
    'a job that is being stopped, and stopped',
    series([made(), cancelAt(10, RUNNING), cancelAt(10)]),
  ),
  passes(
    'a conflict for all, where the job had ended',
    series([made(), cancelRefusedAt(10, 409), cancelRefusedAt(10, 409), readAt(20, DONE)]),
  ),
  ...[301, 401, 403, 500].map((status) =>
    finds(
      `${status} for one`,
      series([made(), cancelAt(10), cancelRefusedAt(10, status), cancelAt(10)]),
      {
        expected: '2xx, or 404 or 409 or 410 or 400 or 422, for each DELETE',
        actual: `status ${status}`,
      },
    ),
  ),
  passes(
    'a status that the profile names',
    series([made(), cancelAt(10), cancelRefusedAt(10, 403)]),
    { cancelRefusalStatus: [403] },
  ),
  finds(
    'a conflict for all, where the job goes on',
    series([made(), cancelRefusedAt(10, 409), cancelRefusedAt(10, 409), readAt(20, RUNNING)]),
    { expected: '2xx for one DELETE of an unfinished job', actual: 'none, then in_progress' },
  ),
  finds('another job for one', series([made(), cancelAt(10), cancelAt(10, { id: 'v2' })]), {
    expected: 'v1',
    actual: 'v2',
    where: 'id',
  }),
  finds('two ends', series([made(), cancelAt(10), cancelAt(10, DONE)]), {
    expected: 'cancelled, as in another answer',
    actual: 'completed',
  }),
  unverified(
    'answers that come too often',
    series([made(), cancelAt(10), cancelRefusedAt(10, 429)]),
    'two DELETEs with answers',
  ),
  unverified(
    'a conflict for all, and a read that gets "too many requests"',
    series([made(), cancelRefusedAt(10, 409), cancelRefusedAt(10, 409), readRefusedAt(20, 429)]),
    'a read after all DELETEs were refused',
  ),
]);

const NO_TYPE = { type: '' };
const running = readAt(10, { status: 'in_progress' });

const bare = (body: unknown, status: number) =>
  answer(body, { operation: 'video-cancel', sentAtMs: 20, status, ...(body === '' && NO_TYPE) });

const answeredAtOnce = (exchange: Exchange) => ({
  ...exchange,
  timing: { ...exchange.timing, endMs: exchange.timing.sendMs + 1 },
});

ruleTable(videoDeleteReturnsJob, [
  passes(
    'the job that is still to be stopped, with 202',
    series([made(), cancelAt(20, { status: 'in_progress' }, { status: 202 })]),
  ),
  passes(
    'a 410 to the first of several DELETEs that crossed',
    series([made(), cancelRefusedAt(20, 410), cancelAt(20)]),
  ),
  finds(
    'a notice of deletion in place of the job',
    series([made(), bare({ id: 'v1', object: 'video.deleted', deleted: true }, 200)]),
    { where: 'status', actual: 'absent' },
    { where: 'model' },
    { where: 'progress' },
    { where: 'created_at' },
  ),
  finds('another job', series([made(), cancelAt(20, { id: 'v2' })]), {
    expected: 'v1',
    actual: 'v2',
    where: 'id',
  }),
  unverified(
    'a conflict with a job that is read as running when its cancel should have worked',
    series([
      made(),
      answeredAtOnce(cancelRefusedAt(20, 409)),
      readAt(5021, { status: 'in_progress' }),
      readAt(7000, DONE),
    ]),
    'a DELETE of an unfinished job',
  ),
  finds(
    'a 403 to a DELETE, whatever the next read shows',
    series([made(), running, cancelRefusedAt(20, 403), readAt(1500, DONE)]),
    { actual: 'DELETE /videos/job-1 returned 403, application/json' },
  ),
  unverified(
    'a DELETE on which the server fails',
    series([made(), cancelRefusedAt(20, 500)]),
    'a DELETE with an answer',
  ),
  passes(
    'the cancelled job, after another DELETE that crossed it',
    series([made(), cancelAt(20), answeredAtOnce(cancelAt(21, { id: 'v2' }))]),
  ),
]);
