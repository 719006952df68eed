import { videoCreateShape } from '../../../../src/conformance/rules/video/video-create-shape.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made } from './jobs.ts';

ruleTable(videoCreateShape, [
  { name: 'a job with all its members', evidence: made() },
  ...[200, 201, 202].map((status) => ({
    name: `a job with status ${status}`,
    evidence: made({}, { status }),
  })),
  { name: 'a job that is completed at once', evidence: made(DONE) },
  {
    name: 'a job with nulls and members that the interface does not know',
    evidence: made({ completed_at: null, content_url: null, error: null, seconds: '4' }),
  },
  {
    name: 'a job with either nesting of error',
    evidence: [
      made({ error: { message: 'm', type: 't', param: null, code: null } }),
      made({ error: { error: { message: 'm', type: 't', param: null, code: null } } }),
    ],
  },
  {
    name: 'a job without an id',
    evidence: made({ id: undefined }),
    findings: [{ expected: 'string', actual: 'absent', where: 'id' }],
  },
  {
    name: 'a job with an empty id, which no path can hold',
    evidence: made({ id: '' }),
    findings: [{ expected: 'non-empty string', actual: '""', where: 'id' }],
  },
  {
    name: 'progress and created_at as text',
    evidence: made({ progress: '0', created_at: '1760000000' }),
    findings: [{ where: 'progress' }, { where: 'created_at' }],
  },
  {
    name: 'a list in place of the job',
    evidence: answer([], { operation: 'video-create' }),
    findings: [{ actual: '[]' }],
  },
  {
    name: 'JSON that is declared as text',
    evidence: made({}, { type: 'text/plain' }),
    findings: [{ expected: 'application/json', actual: 'text/plain', where: 'content-type' }],
  },
  {
    name: 'a refusal',
    evidence: made({}, { status: 400 }),
    unverifiable: 'needs a whole 2xx answer',
  },
  {
    name: 'an event stream',
    evidence: stream([event({ id: 'x' })], { operation: 'video-create' }),
    findings: [
      { expected: 'application/json', actual: 'text/event-stream', where: 'content-type' },
    ],
  },
]);
