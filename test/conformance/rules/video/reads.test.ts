import {
  videoIdScopedToKey,
  videoProgressMonotone,
  videoProgressRange,
  videoStatusNeverBackwards,
  videoTerminates,
  videoUnknownId404,
} from '../../../../src/conformance/rules/video/jobs.ts';
import {
  videoReadAfterWrite,
  videoReadFresh,
} from '../../../../src/conformance/rules/video/reads.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { withKey } from '../idempotency/retries.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, notMade, readAt, readRefusedAt } from './jobs.ts';

const theirs = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, credential: 'second' },
});

const ours = readAt(30, { status: 'in_progress' });

ruleTable(videoIdScopedToKey, [
  ...[403, 404].map((status) => ({
    name: `another tenant, whose request returns ${status}`,
    evidence: series([
      made(),
      theirs(readRefusedAt(10, status)),
      theirs(cancelRefusedAt(20, status)),
      ours,
    ]),
  })),
  {
    name: 'another tenant that reads the job',
    evidence: series([made(), theirs(readAt(10)), theirs(cancelRefusedAt(20, 404)), ours]),
    findings: [{ expected: '4xx to GET by another tenant', actual: 'status 200' }],
  },
  ...[200, 302].map((status) => ({
    name: `another tenant whose request for the video returns ${status}`,
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      ours,
      theirs(answer('', { operation: 'other', status })),
    ]),
    findings: [{ expected: '4xx to GET by another tenant', actual: `status ${status}` }],
  })),
  {
    name: 'another tenant whose request for the video is refused, or fails',
    evidence: series([
      made(),
      ours,
      theirs(answer('', { operation: 'other', status: 403 })),
      theirs(answer('', { operation: 'other', status: 500 })),
    ]),
  },
  {
    name: 'a job that is cancelled behind a 404',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readAt(30, { status: 'cancelled' }),
    ]),
    findings: [{ expected: 'a job that is not cancelled', actual: 'cancelled' }],
  },
  {
    name: 'a job that is removed behind a 404',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readRefusedAt(30, 404),
    ]),
    findings: [{ expected: 'a job that its owner can still read', actual: 'status 404' }],
  },
  {
    name: 'another tenant whose key is not known',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 401)),
      theirs(cancelRefusedAt(20, 401)),
      ours,
    ]),
    unverifiable: 'the other tenant with a valid key',
  },
  {
    name: 'a job that was not made',
    evidence: series([made({}, { status: 400 })]),
    unverifiable: 'a created job',
  },
]);

const at = (sentAtMs: number, progress: number) => readAt(sentAtMs, { progress });

ruleTable(videoProgressMonotone, [
  {
    name: 'progress that rises, stays and jumps',
    evidence: series([made(), at(10, 5), at(20, 5), at(30, 100)]),
  },
  {
    name: 'two reads that overlap and are answered the other way round',
    evidence: series([made(), at(10, 50), at(12, 40)]),
  },
  {
    name: 'a job that fails, and one that is cancelled, back at 0',
    evidence: [
      series([made(), at(10, 50), readAt(20, { status: 'failed' })]),
      series([made(), at(10, 50), cancelAt(20)]),
    ],
  },
  {
    name: 'progress that falls back once',
    evidence: series([made(), at(10, 50), at(20, 40), at(30, 60)]),
    findings: [{ expected: 'at least 50, as before', actual: 40, where: 'progress' }],
  },
  {
    name: 'one answer with progress',
    evidence: series([made(), readAt(10, { progress: null })]),
    unverifiable: 'two answers with progress',
  },
]);

const raw = (progress: string) =>
  answer(`{"id":"v1","status":"in_progress","progress":${progress}}`, { operation: 'video-read' });

ruleTable(videoProgressRange, [
  {
    name: 'progress from 0 to 100',
    evidence: series([made(), readAt(10, { progress: 42 }), readAt(20, DONE)]),
  },
  { name: 'progress from 0 to 100 at once', evidence: series([made(), readAt(10, DONE)]) },
  { name: 'an integer that is written as 42.0', evidence: series([made(), raw('42.0')]) },
  {
    name: 'a job that failed half-way',
    evidence: series([made(), readAt(10, { status: 'failed', progress: 50 })]),
  },
  {
    name: 'progress from 0 to the 1 that the profile names',
    evidence: series([made(), readAt(10, { ...DONE, progress: 1 })]),
    expect: { progressMaximum: 1 },
  },
  {
    name: 'a fraction beyond the precision of a double',
    evidence: series([raw('42.00000000000000000001')]),
    findings: [{ actual: '42.00000000000000000001' }],
  },
  { name: 'more than 100', evidence: series([raw('101')]), findings: [{ actual: '101' }] },
  {
    name: 'a completed job at 99',
    evidence: series([made(), readAt(10, { ...DONE, progress: 99 })]),
    findings: [{ expected: '100 when completed', actual: '99' }],
  },
  {
    name: 'no progress at all',
    evidence: series([made({ progress: null }), readAt(10, { progress: undefined })]),
    unverifiable: 'an answer with progress',
  },
]);

ruleTable(videoReadAfterWrite, [
  {
    name: 'a job that stays the same while it goes on',
    evidence: series([made(), readAt(10, { progress: 5 }), readAt(20, DONE)]),
  },
  {
    name: 'a read that gets "too many requests", and one on which the server fails',
    evidence: series([made(), readRefusedAt(10, 429), readRefusedAt(20, 500), readAt(30)]),
  },
  {
    name: 'a 404 after the job was cancelled',
    evidence: series([made(), readAt(10), cancelAt(20), readRefusedAt(30, 404)]),
  },
  {
    name: 'a 404 to a read that overlaps with the cancel',
    evidence: series([made(), readAt(10), readRefusedAt(18, 404), cancelAt(20)]),
  },
  {
    name: 'a 404 to the first read',
    evidence: series([made(), readRefusedAt(10, 404), readAt(300)]),
    findings: [{ expected: 'the job', actual: 'status 404' }],
  },
  {
    name: 'a time of creation that moves and a model that changes',
    evidence: series([made(), readAt(10, { model: 'another', created_at: 1_760_000_001 })]),
    findings: [
      { expected: '"some-model"', actual: 'another', where: 'model' },
      { actual: 1_760_000_001, where: 'created_at' },
    ],
  },
  {
    name: 'two jobs that were given one id, which is for another rule',
    evidence: series([made(), made({ created_at: 1_760_000_009 }), readAt(10), readAt(20)]),
    unverifiable: 'an id that one job has alone',
  },
  {
    name: 'a POST that is retried under its key and given the job as it was',
    evidence: series([made({}, withKey('k')), readAt(10, DONE), made({}, withKey('k'))]),
  },
  {
    name: 'a job that was cancelled before its first read',
    evidence: series([made(), cancelAt(10), readAt(20)]),
    unverifiable: 'before the job was cancelled',
  },
  {
    name: 'a job whose creation was not seen',
    evidence: series([readAt(10), readAt(20)]),
    unverifiable: 'a created job',
  },
]);

const read = (headers: Record<string, string>, job: object = {}) => readAt(10, job, { headers });
const DATE = 'Sun, 22 Nov 2026 07:00:00 GMT';

ruleTable(videoReadFresh, [
  { name: 'polls that say nothing of caches', evidence: series([made(), readAt(10)]) },
  ...['no-store', 'no-cache, max-age=600', 'private, max-age=0', 'public, max-age=2'].map(
    (control) => ({
      name: `Cache-Control: ${control}`,
      evidence: series([made(), read({ 'cache-control': control, age: '0' })]),
    }),
  ),
  {
    name: 'a completed job that may be kept for a day',
    evidence: series([made(), readAt(5), read({ 'cache-control': 'max-age=86400' }, DONE)]),
  },
  {
    name: 'an ETag for each state',
    evidence: series([made(), read({ etag: '"a"' }), read({ etag: '"b"' }, DONE)]),
  },
  ...['public, max-age=3600', 'max-age=0, s-maxage="60"'].map((control) => ({
    name: `a running job with Cache-Control: ${control}`,
    evidence: series([made(), read({ 'cache-control': control })]),
    findings: [{ actual: control, where: 'cache-control' }],
  })),
  {
    name: 'a running job that expires in an hour',
    evidence: series([
      made(),
      read({ date: DATE, expires: DATE.replace('07:', '08:') }),
      read({ date: DATE, expires: '0' }),
    ]),
    findings: [{ where: 'expires' }],
  },
  {
    name: 'an answer from a cache',
    evidence: series([made(), read({ age: '40' })]),
    findings: [{ expected: 'a new answer', actual: '40', where: 'age' }],
  },
  {
    name: 'one ETag for two states',
    evidence: series([made(), read({ etag: '"a"' }), read({ etag: '"a"' }, DONE)]),
    findings: [{ actual: '"a" for completed', where: 'etag' }],
  },
  {
    name: 'a job that is completed at once',
    evidence: series([made(DONE), readAt(10, DONE)]),
    unverifiable: 'an answer to GET of an unfinished job',
  },
  { name: 'an answer that a cache kept for 5 s', evidence: series([made(), read({ age: '5' })]) },
]);

const RUNNING = { status: 'in_progress' };
const FAILED = { status: 'failed' };

ruleTable(videoStatusNeverBackwards, [
  {
    name: 'a job from waiting to its end',
    evidence: series([made(), readAt(10), readAt(20, RUNNING), readAt(30, DONE), readAt(40, DONE)]),
  },
  { name: 'a job that waits and is then completed', evidence: series([made(), readAt(10, DONE)]) },
  {
    name: 'two reads that overlap and are answered the other way round',
    evidence: series([made(), readAt(10, RUNNING), readAt(12)]),
  },
  {
    name: 'a completed job that is cancelled, which is for another rule',
    evidence: series([made(), readAt(10, DONE), cancelAt(20), readAt(30, { status: 'cancelled' })]),
  },
  {
    name: 'an unknown status between',
    evidence: series([made(), readAt(10, { status: 'rendering' }), readAt(20, RUNNING)]),
  },
  {
    name: 'a completed job that has failed',
    evidence: series([made(), readAt(10, DONE), readAt(20, FAILED)]),
    findings: [{ actual: 'failed' }],
  },
  {
    name: 'a job that is only read after its cancel',
    evidence: series([made(), cancelAt(10), readAt(20, RUNNING)]),
    unverifiable: 'two answers with a known status',
  },
]);

const expect = { videoDeadlineMs: 1000 };
const stuck = (sentAtMs: number) => readAt(sentAtMs, { status: 'in_progress', progress: 99 });

ruleTable(videoTerminates, [
  { name: 'a completed job', evidence: series([made(), readAt(10), readAt(20, DONE)]), expect },
  {
    name: 'a job that failed, and one that was cancelled',
    evidence: [
      series([made(), readAt(20, { status: 'failed' })]),
      series([made(), readAt(20, { status: 'cancelled' })]),
    ],
    expect,
  },
  {
    name: 'a job that ends after the deadline',
    evidence: series([made(), stuck(1100), readAt(1200, DONE)]),
    expect,
  },
  {
    name: 'a job that is still stuck at the deadline',
    evidence: series([made(), stuck(500), stuck(995)]),
    expect,
    findings: [
      { expected: 'a final status within 1000 ms', actual: 'in_progress', where: 'status' },
    ],
  },
  {
    name: 'a job that was not read until the deadline',
    evidence: series([made(), stuck(500)]),
    expect,
    unverifiable: 'a read 1000 ms after the job was created',
  },
  {
    name: 'a job that was not made',
    evidence: series([notMade(400)]),
    unverifiable: 'a created job',
  },
]);

const of = (exchange: Exchange, url: string): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url },
});

ruleTable(videoUnknownId404, [
  ...[404, 410, 400, 422].map((status) => ({
    name: `an unknown job that returns ${status}`,
    evidence: series([made(), readRefusedAt(0, status)]),
  })),
  {
    name: 'a path that is taken for another one',
    evidence: series([made(), of(readRefusedAt(0, 405), 'http://a.b/videos/..%2fvideos')]),
  },
  {
    name: 'an unknown job on which the server fails',
    evidence: series([made(), cancelRefusedAt(0, 500)]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a status that the profile omits',
    evidence: series([made(), readRefusedAt(0, 400)]),
    expect: { unknownVideoStatus: [404] },
    findings: [{ expected: 'status 404', actual: 'status 400' }],
  },
]);
