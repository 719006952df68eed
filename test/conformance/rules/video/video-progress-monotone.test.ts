import { videoProgressMonotone } from '../../../../src/conformance/rules/video/video-progress-monotone.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, made, readAt } from './jobs.ts';

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
