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
import { finds, passes, unverified } from '../verdicts.ts';
import { cancelAt, cancelRefusedAt, DONE, made, notMade, readAt, readRefusedAt } from './jobs.ts';

const theirs = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, credential: 'second' },
});

const ours = readAt(30, { status: 'in_progress' });

ruleTable(videoIdScopedToKey, [
  ...[403, 404].map((status) =>
    passes(
      `another tenant, whose request returns ${status}`,
      series([
        made(),
        theirs(readRefusedAt(10, status)),
        theirs(cancelRefusedAt(20, status)),
        ours,
      ]),
    ),
  ),
  finds(
    'another tenant that reads the job',
    series([made(), theirs(readAt(10)), theirs(cancelRefusedAt(20, 404)), ours]),
    { expected: '4xx to GET by another tenant', actual: 'status 200' },
  ),
  ...[200, 302].map((status) =>
    finds(
      `another tenant whose request for the video returns ${status}`,
      series([
        made(),
        theirs(readRefusedAt(10, 404)),
        ours,
        theirs(answer('', { operation: 'other', status })),
      ]),
      { expected: '4xx to GET by another tenant', actual: `status ${status}` },
    ),
  ),
  passes(
    'another tenant whose request for the video is refused, or fails',
    series([
      made(),
      ours,
      theirs(answer('', { operation: 'other', status: 403 })),
      theirs(answer('', { operation: 'other', status: 500 })),
    ]),
  ),
  finds(
    'a job that is cancelled behind a 404',
    series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readAt(30, { status: 'cancelled' }),
    ]),
    { expected: 'a job that is not cancelled', actual: 'cancelled' },
  ),
  finds(
    'a job that is removed behind a 404',
    series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readRefusedAt(30, 404),
    ]),
    { expected: 'a job that its owner can still read', actual: 'status 404' },
  ),
  unverified(
    'another tenant whose key is not known',
    series([made(), theirs(readRefusedAt(10, 401)), theirs(cancelRefusedAt(20, 401)), ours]),
    'the other tenant with a valid key',
  ),
  unverified('a job that was not made', series([made({}, { status: 400 })]), 'a created job'),
]);

const at = (sentAtMs: number, progress: number) => readAt(sentAtMs, { progress });

ruleTable(videoProgressMonotone, [
  passes(
    'progress that rises, stays and jumps',
    series([made(), at(10, 5), at(20, 5), at(30, 100)]),
  ),
  passes(
    'two reads that overlap and are answered the other way round',
    series([made(), at(10, 50), at(12, 40)]),
  ),
  passes('a job that fails, and one that is cancelled, back at 0', [
    series([made(), at(10, 50), readAt(20, { status: 'failed' })]),
    series([made(), at(10, 50), cancelAt(20)]),
  ]),
  finds('progress that falls back once', series([made(), at(10, 50), at(20, 40), at(30, 60)]), {
    expected: 'at least 50, as before',
    actual: 40,
    where: 'progress',
  }),
  unverified(
    'one answer with progress',
    series([made(), readAt(10, { progress: null })]),
    'two answers with progress',
  ),
]);

const raw = (progress: string) =>
  answer(`{"id":"v1","status":"in_progress","progress":${progress}}`, { operation: 'video-read' });

ruleTable(videoProgressRange, [
  passes('progress from 0 to 100 at once', series([made(), readAt(10, DONE)])),
  passes('an integer that is written as 42.0', series([made(), raw('42.0')])),
  passes(
    'a job that failed half-way',
    series([made(), readAt(10, { status: 'failed', progress: 50 })]),
  ),
  passes(
    'progress from 0 to the 1 that the profile names',
    series([made(), readAt(10, { ...DONE, progress: 1 })]),
    { progressMaximum: 1 },
  ),
  finds('a fraction beyond the precision of a double', series([raw('42.00000000000000000001')]), {
    actual: '42.00000000000000000001',
  }),
  finds('more than 100', series([raw('101')]), { actual: '101' }),
  finds('a completed job at 99', series([made(), readAt(10, { ...DONE, progress: 99 })]), {
    expected: '100 when completed',
    actual: '99',
  }),
  unverified(
    'no progress at all',
    series([made({ progress: null }), readAt(10, { progress: undefined })]),
    'an answer with progress',
  ),
]);

ruleTable(videoReadAfterWrite, [
  passes(
    'a read that gets "too many requests", and one on which the server fails',
    series([made(), readRefusedAt(10, 429), readRefusedAt(20, 500), readAt(30)]),
  ),
  passes(
    'a 404 after the job was cancelled',
    series([made(), readAt(10), cancelAt(20), readRefusedAt(30, 404)]),
  ),
  passes(
    'a 404 to a read that overlaps with the cancel',
    series([made(), readAt(10), readRefusedAt(18, 404), cancelAt(20)]),
  ),
  finds('a 404 to the first read', series([made(), readRefusedAt(10, 404), readAt(300)]), {
    expected: 'the job',
    actual: 'status 404',
  }),
  finds(
    'a time of creation that moves and a model that changes',
    series([made(), readAt(10, { model: 'another', created_at: 1_760_000_001 })]),
    { expected: '"some-model"', actual: 'another', where: 'model' },
    { actual: 1_760_000_001, where: 'created_at' },
  ),
  unverified(
    'two jobs that were given one id, which is for another rule',
    series([made(), made({ created_at: 1_760_000_009 }), readAt(10), readAt(20)]),
    'an id that one job has alone',
  ),
  passes(
    'a POST that is retried under its key and given the job as it was',
    series([made({}, withKey('k')), readAt(10, DONE), made({}, withKey('k'))]),
  ),
  unverified(
    'a job that was cancelled before its first read',
    series([made(), cancelAt(10), readAt(20)]),
    'before the job was cancelled',
  ),
  unverified(
    'a job whose creation was not seen',
    series([readAt(10), readAt(20)]),
    'a created job',
  ),
]);

const read = (headers: Record<string, string>, job: object = {}) => readAt(10, job, { headers });
const DATE = 'Sun, 22 Nov 2026 07:00:00 GMT';

ruleTable(videoReadFresh, [
  passes('polls that say nothing of caches', series([made(), readAt(10)])),
  ...['no-store', 'no-cache, max-age=600', 'private, max-age=0', 'public, max-age=2'].map(
    (control) =>
      passes(
        `Cache-Control: ${control}`,
        series([made(), read({ 'cache-control': control, age: '0' })]),
      ),
  ),
  passes(
    'a completed job that may be kept for a day',
    series([made(), readAt(5), read({ 'cache-control': 'max-age=86400' }, DONE)]),
  ),
  passes(
    'an ETag for each state',
    series([made(), read({ etag: '"a"' }), read({ etag: '"b"' }, DONE)]),
  ),
  ...['public, max-age=3600', 'max-age=0, s-maxage="60"'].map((control) =>
    finds(
      `a running job with Cache-Control: ${control}`,
      series([made(), read({ 'cache-control': control })]),
      { actual: control, where: 'cache-control' },
    ),
  ),
  finds(
    'a running job that expires in an hour',
    series([
      made(),
      read({ date: DATE, expires: DATE.replace('07:', '08:') }),
      read({ date: DATE, expires: '0' }),
    ]),
    { where: 'expires' },
  ),
  finds('an answer from a cache', series([made(), read({ age: '40' })]), {
    expected: 'a new answer',
    actual: '40',
    where: 'age',
  }),
  finds(
    'one ETag for two states',
    series([made(), read({ etag: '"a"' }), read({ etag: '"a"' }, DONE)]),
    { actual: '"a" for completed', where: 'etag' },
  ),
  unverified(
    'a job that is completed at once',
    series([made(DONE), readAt(10, DONE)]),
    'an answer to GET of an unfinished job',
  ),
  passes('an answer that a cache kept for 5 s', series([made(), read({ age: '5' })])),
]);

const RUNNING = { status: 'in_progress' };
const FAILED = { status: 'failed' };

ruleTable(videoStatusNeverBackwards, [
  passes(
    'a job from waiting to its end',
    series([made(), readAt(10), readAt(20, RUNNING), readAt(30, DONE), readAt(40, DONE)]),
  ),
  passes('a job that waits and is then completed', series([made(), readAt(10, DONE)])),
  passes(
    'two reads that overlap and are answered the other way round',
    series([made(), readAt(10, RUNNING), readAt(12)]),
  ),
  passes(
    'a completed job that is cancelled, which is for another rule',
    series([made(), readAt(10, DONE), cancelAt(20), readAt(30, { status: 'cancelled' })]),
  ),
  passes(
    'an unknown status between',
    series([made(), readAt(10, { status: 'rendering' }), readAt(20, RUNNING)]),
  ),
  finds('a completed job that has failed', series([made(), readAt(10, DONE), readAt(20, FAILED)]), {
    actual: 'failed',
  }),
  unverified(
    'a job that is only read after its cancel',
    series([made(), cancelAt(10), readAt(20, RUNNING)]),
    'two answers with a known status',
  ),
]);

const expect = { videoDeadlineMs: 1000 };
const stuck = (sentAtMs: number) => readAt(sentAtMs, { status: 'in_progress', progress: 99 });

ruleTable(videoTerminates, [
  passes('a completed job', series([made(), readAt(10), readAt(20, DONE)]), expect),
  passes(
    'a job that failed, and one that was cancelled',
    [
      series([made(), readAt(20, { status: 'failed' })]),
      series([made(), readAt(20, { status: 'cancelled' })]),
    ],
    expect,
  ),
  passes(
    'a job that ends after the deadline',
    series([made(), stuck(1100), readAt(1200, DONE)]),
    expect,
  ),
  {
    name: 'a job that is still stuck at the deadline',
    evidence: series([made(), stuck(500), stuck(995)]),
    expect,
    findings: [
      { expected: 'a final status within 1000 ms', actual: 'in_progress', where: 'status' },
    ],
  },
  unverified(
    'a job that was not read until the deadline',
    series([made(), stuck(500)]),
    'a read 1000 ms after the job was created',
    expect,
  ),
  unverified('a job that was not made', series([notMade(400)]), 'a created job'),
]);

const of = (exchange: Exchange, url: string): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url },
});

ruleTable(videoUnknownId404, [
  ...[404, 410, 400, 422].map((status) =>
    passes(`an unknown job that returns ${status}`, series([made(), readRefusedAt(0, status)])),
  ),
  passes(
    'a path that is taken for another one',
    series([made(), of(readRefusedAt(0, 405), 'http://a.b/videos/..%2fvideos')]),
  ),
  finds('an unknown job on which the server fails', series([made(), cancelRefusedAt(0, 500)]), {
    actual: 'status 500',
  }),
  {
    name: 'a status that the profile omits',
    evidence: series([made(), readRefusedAt(0, 400)]),
    expect: { unknownVideoStatus: [404] },
    findings: [{ expected: 'status 404', actual: 'status 400' }],
  },
]);
