import { videoProgressRange } from '../../../../src/conformance/rules/video/video-progress-range.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from './jobs.ts';

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
