import { videoDeleteAfterCompleted } from '../../../../src/conformance/rules/video/video-delete-after-completed.ts';
import { answer, series } from '../exchanges.ts';
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
