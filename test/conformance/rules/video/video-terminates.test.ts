import { videoTerminates } from '../../../../src/conformance/rules/video/video-terminates.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, notMade, readAt } from './jobs.ts';

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
