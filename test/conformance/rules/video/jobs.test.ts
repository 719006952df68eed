import {
  videoJobConstant,
  videoStatusKnown,
} from '../../../../src/conformance/rules/video/jobs.ts';
import {
  videoCompletedFields,
  videoContentLeads,
  videoContentOwn,
  videoFailedError,
  videoReadShape,
} from '../../../../src/conformance/rules/video/reads.ts';
import { answer, type ExchangeFacts, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, notMade, readAt, readRefusedAt } from './jobs.ts';

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

const HERE = 'http://127.0.0.1:8080/videos/v1/content';
const doneHere = readAt(90, { ...DONE, content_url: '/videos/v1/content' });

const fetched = (status: number, body = 'ftyp', facts: ExchangeFacts = {}) =>
  answer(body, { operation: 'other', status, request: { url: HERE }, ...facts });

ruleTable(videoContentLeads, [
  ...[200, 206, 302].map((status) => ({
    name: `content that answers ${status}`,
    evidence: series([made(), doneHere, fetched(status)]),
  })),
  {
    name: 'content that is larger than what is read of it',
    evidence: series([made(), doneHere, fetched(200, 'ftyp', { outcome: 'oversize' })]),
  },
  ...[400, 404, 500].map((status) => ({
    name: `content that answers ${status}`,
    evidence: series([made(), doneHere, fetched(status)]),
    findings: [{ expected: 'the content, or a redirect to it' }],
  })),
  {
    name: 'content of no byte',
    evidence: series([made(), doneHere, fetched(200, '')]),
    findings: [{ expected: 'content', actual: '0 bytes' }],
  },
  {
    name: 'content that is requested too often',
    evidence: series([made(), doneHere, fetched(429)]),
    unverifiable: 'an answer: GET /videos/v1/content returned 429',
  },
  {
    name: 'a content_url of another origin',
    evidence: series([made(), readAt(90, DONE)]),
    unverifiable: 'a content_url at the gateway',
  },
  {
    name: 'a job that has not completed',
    evidence: series([made(), readAt(10, { status: 'in_progress' })]),
    unverifiable: 'a completed job with a content_url',
  },
  {
    name: 'content that was not requested',
    evidence: series([made(), doneHere]),
    unverifiable: 'a request for the content',
  },
  {
    name: 'content without an answer',
    evidence: series([made(), doneHere, fetched(200, '', { outcome: 'reset', unanswered: true })]),
    unverifiable: 'an answer to the content request',
  },
]);

const job = (id: string, content_url: string) =>
  series([made({ id }), readAt(90, { ...DONE, id, content_url })]);

ruleTable(videoContentOwn, [
  { name: 'an address for each job', evidence: [job('v1', '/a'), job('v2', '/b')] },
  { name: 'one job that is followed twice', evidence: [job('v1', '/a'), job('v1', '/a')] },
  {
    name: 'one address for two jobs',
    evidence: [job('v1', '/a'), job('v2', '/a')],
    findings: [{ actual: 'http://127.0.0.1:8080/a, as for job v1', where: 'content_url' }],
  },
  {
    name: 'a job that is not completed',
    evidence: [series([made(), readAt(10)])],
    unverifiable: 'a completed job with a content_url',
  },
]);

const ERROR = { message: 'The model failed.', type: 'server_error', param: null, code: 'failed' };
const failed = (error: unknown) => readAt(10, { status: 'failed', error });

ruleTable(videoFailedError, [
  { name: 'an error of four members', evidence: series([made(), failed(ERROR)]) },
  { name: 'an error in the wrapper', evidence: series([made(), failed({ error: ERROR })]) },
  {
    name: 'null before the failure',
    evidence: series([made({ error: null }), failed({ ...ERROR, hint: 'Try again.' })]),
  },
  {
    name: 'an error that is a string',
    evidence: series([made(), failed('The model failed.')]),
    findings: [{ expected: 'object', actual: '"The model failed."', where: 'error' }],
  },
  {
    name: 'an error of a job that runs',
    evidence: series([made({ error: ERROR }), failed(ERROR)]),
    findings: [{ expected: 'absent or null while queued', where: 'error' }],
  },
  {
    name: 'a completed job of a model that fails',
    evidence: series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    expect: { failingVideoModel: 'fails' },
    findings: [
      { expected: 'a final status other than completed, because the model fails', where: 'status' },
    ],
  },
  {
    name: 'a completed job of a model that fails, maybe for text alone',
    evidence: series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    expect: { failingModel: 'fails' },
    unverifiable: 'a failed job',
  },
]);

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

ruleTable(videoReadShape, [
  { name: 'a whole job in each poll', evidence: series([made(), readAt(10), readAt(20, DONE)]) },
  {
    name: 'a poll that is refused',
    evidence: series([made(), readAt(10), readRefusedAt(20, 404)]),
  },
  {
    name: 'a later poll without object, and with progress as text',
    evidence: series([made(), readAt(10), readAt(20, { object: undefined, progress: '5' })]),
    findings: [{ where: 'object' }, { expected: 'integer', where: 'progress' }],
  },
  {
    name: 'a poll as text',
    evidence: series([made(), readAt(10, {}, { type: 'text/plain' })]),
    findings: [{ expected: 'application/json', actual: 'text/plain', where: 'content-type' }],
  },
  {
    name: 'a cancel without a body, which is for another rule',
    evidence: series([
      made(),
      readAt(5),
      answer('', { operation: 'video-cancel', status: 204, sentAtMs: 10, type: '' }),
    ]),
  },
  {
    name: 'OPTIONS of a job',
    evidence: series([made(), readAt(10, {}, { request: { method: 'OPTIONS' } })]),
    unverifiable: 'a 2xx answer to GET or DELETE',
  },
  {
    name: 'a cancel without the status, which is for another rule',
    evidence: series([made(), readAt(5), cancelAt(10, { status: undefined })]),
  },
]);

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
