import { videoReadAfterWrite } from '../../../../src/conformance/rules/video/video-read-after-write.ts';
import { series } from '../exchanges.ts';
import { withKey } from '../idempotency/retries.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

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
