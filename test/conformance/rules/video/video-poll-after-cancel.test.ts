import { videoPollAfterCancel } from '../../../../src/conformance/rules/video/video-poll-after-cancel.ts';
import { series } from '../exchanges.ts';
import { withKey } from '../idempotency/retries.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

const RUNNING = { status: 'in_progress' };
const cancelled = (sentAtMs: number) => readAt(sentAtMs, { status: 'cancelled' });

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
