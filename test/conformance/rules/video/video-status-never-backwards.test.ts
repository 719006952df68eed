import { videoStatusNeverBackwards } from '../../../../src/conformance/rules/video/video-status-never-backwards.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt } from './jobs.ts';

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
