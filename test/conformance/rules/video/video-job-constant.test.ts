import { videoJobConstant } from '../../../../src/conformance/rules/video/video-job-constant.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, notMade, readAt, readRefusedAt } from './jobs.ts';

ruleTable(videoJobConstant, [
  {
    name: 'a job that only goes on',
    evidence: series([
      made(),
      readAt(10, { status: 'in_progress', progress: 3 }),
      readAt(20, DONE),
    ]),
  },
  {
    name: 'a job that leaves members out or null, of which another rule speaks,',
    evidence: series([made(), readAt(10, { model: undefined, created_at: null })]),
  },
  {
    name: 'another id and object in the answer to DELETE',
    evidence: series([made(), cancelAt(10, { id: 'v2', object: 'video.deleted' })]),
    findings: [
      { actual: 'v2', where: 'id' },
      { actual: 'video.deleted', where: 'object' },
    ],
  },
  {
    name: 'a time of completion that moves',
    evidence: series([
      made(),
      readAt(20, { ...DONE, completed_at: 7 }),
      readAt(30, { ...DONE, completed_at: 8 }),
    ]),
    findings: [
      { expected: '7, as in the first answer that has it', actual: 8, where: 'completed_at' },
    ],
  },
  {
    name: 'a time of completion before the end, and none after it, of which other rules speak,',
    evidence: series([
      made(),
      readAt(10, { status: 'in_progress', completed_at: 5 }),
      readAt(20, { ...DONE, completed_at: 7 }),
      readAt(30, { ...DONE, completed_at: undefined }),
    ]),
  },
  {
    name: 'a job that is never read',
    evidence: series([made(), readRefusedAt(10, 503)]),
    unverifiable: 'a later answer',
  },
  { name: 'no job', evidence: series([notMade(500)]), unverifiable: 'a created job' },
]);
