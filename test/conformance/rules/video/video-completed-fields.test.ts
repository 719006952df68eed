import { videoCompletedFields } from '../../../../src/conformance/rules/video/video-completed-fields.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt } from './jobs.ts';

const done = readAt(90, DONE);

ruleTable(videoCompletedFields, [
  {
    name: 'fields that are filled at the end',
    evidence: series([made({ completed_at: null }), readAt(10, { content_url: null }), done]),
  },
  {
    name: 'empty values before the end',
    evidence: series([made({ completed_at: 0, content_url: '' }), done]),
  },
  {
    name: 'a job that is completed in the second in which it is made',
    evidence: series([made({ ...DONE, completed_at: 1_760_000_000 })]),
  },
  {
    name: 'a relative content_url',
    evidence: series([readAt(10, { ...DONE, content_url: '/videos/v1/content' })]),
  },
  {
    name: 'a time of completion of a cancelled job',
    evidence: series([done, cancelAt(99, { completed_at: 1_760_000_099 })]),
  },
  {
    name: 'content_url while the job runs',
    evidence: series([made(), readAt(10, { ...DONE, status: 'in_progress' }), done]),
    findings: [
      { expected: 'absent or null while in_progress', where: 'completed_at' },
      { expected: 'absent or null while in_progress', where: 'content_url' },
    ],
  },
  {
    name: 'content_url of a failed job',
    evidence: series([done, readAt(99, { status: 'failed', content_url: 'https://a.b/c' })]),
    findings: [{ actual: 'https://a.b/c', where: 'content_url' }],
  },
  {
    name: 'a completed job without both',
    evidence: series([made(), readAt(10, { status: 'completed', progress: 100 })]),
    findings: [{ where: 'completed_at' }, { expected: 'URI reference', where: 'content_url' }],
  },
  {
    name: 'a completion before the creation, and a content_url with a space',
    evidence: series([readAt(10, { ...DONE, completed_at: 5, content_url: 'a video.mp4' })]),
    findings: [
      { expected: 'integer of at least 1760000000', actual: 5 },
      { actual: 'a video.mp4' },
    ],
  },
  {
    name: 'a job that is never completed',
    evidence: series([made(), readAt(10)]),
    unverifiable: 'a completed job',
  },
]);
