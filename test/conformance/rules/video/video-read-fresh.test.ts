import { videoReadFresh } from '../../../../src/conformance/rules/video/video-read-fresh.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from './jobs.ts';

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
