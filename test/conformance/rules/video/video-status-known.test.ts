import { videoStatusKnown } from '../../../../src/conformance/rules/video/video-status-known.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

ruleTable(videoStatusKnown, [
  {
    name: 'every known status',
    evidence: series([
      made(),
      readAt(10, { status: 'in_progress' }),
      readAt(20, DONE),
      readAt(30, { status: 'failed' }),
      cancelAt(40),
    ]),
  },
  { name: 'a job that is completed at once', evidence: series([made(DONE)]) },
  {
    name: 'a status that the profile names',
    evidence: series([made(), readAt(10, { status: 'rendering' })]),
    expect: {
      videoStates: {
        waiting: ['queued'],
        running: ['in_progress', 'rendering'],
        completed: ['completed'],
        failed: ['failed'],
        cancelled: ['cancelled'],
      },
    },
  },
  {
    name: 'the words of a vendor',
    evidence: series([made({ status: 'NOT_START' }), readAt(10, { status: 'SUCCESS' })]),
    findings: [
      {
        expected: 'queued, in_progress, completed, failed, cancelled',
        actual: 'NOT_START',
        where: 'status',
      },
      { actual: 'SUCCESS' },
    ],
  },
  {
    name: 'no status at all',
    evidence: series([made({ status: null }), readRefusedAt(10, 404)]),
    unverifiable: 'an answer with a status',
  },
]);
