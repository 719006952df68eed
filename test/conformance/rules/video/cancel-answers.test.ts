import {
  videoCancelCompleteRace,
  videoDeleteConcurrent,
  videoDeleteReturnsJob,
} from '../../../../src/conformance/rules/video/cancels.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

/** What was done with one of several jobs. */
const job = (id: string, ...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((exchange) => ({ ...exchange, group: { kind: 'job', id } }));

const CANCELLED = { status: 'cancelled' };
const RUNNING = { status: 'in_progress' };
const early = job('early', made(), cancelAt(10), readAt(20, CANCELLED), readAt(90, CANCELLED));
const late = job('late', made(), cancelAt(60, DONE), readAt(70, DONE), readAt(90, DONE));

ruleTable(videoCancelCompleteRace, [
  { name: 'one end for each job', evidence: series([...early, ...late]) },
  {
    name: 'a conflict with a job that is completed',
    evidence: series([
      ...early,
      ...job('late', made(), cancelRefusedAt(60, 409), readAt(70, DONE), readAt(90, DONE)),
    ]),
  },
  {
    name: 'a job that is still being stopped at the first read',
    evidence: series([
      ...job('slow', made(), cancelAt(10, RUNNING), readAt(20, RUNNING), readAt(90, CANCELLED)),
      ...early,
      ...late,
    ]),
  },
  {
    name: 'a job that DELETE reports as cancelled and that completes',
    evidence: series([
      ...early,
      ...late,
      ...job('split', made(), cancelAt(40), readAt(50, RUNNING), readAt(90, DONE)),
    ]),
    findings: [
      { expected: 'cancelled, as in the answer to DELETE', actual: 'completed', where: 'status' },
    ],
  },
  {
    name: 'jobs that all were cancelled in time',
    evidence: series(early),
    unverifiable: 'a job that ended before its DELETE and one that ended after it',
  },
]);

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
