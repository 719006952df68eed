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
import { finds, passes, unverified } from '../verdicts.ts';
import { cancelAt, DONE, made, notMade, readAt, readRefusedAt } from './jobs.ts';

const done = readAt(90, DONE);

ruleTable(videoCompletedFields, [
  passes(
    'fields that are filled at the end',
    series([made({ completed_at: null }), readAt(10, { content_url: null }), done]),
  ),
  passes('empty values before the end', series([made({ completed_at: 0, content_url: '' }), done])),
  passes(
    'a job that is completed in the second in which it is made',
    series([made({ ...DONE, completed_at: 1_760_000_000 })]),
  ),
  passes(
    'a relative content_url',
    series([readAt(10, { ...DONE, content_url: '/videos/v1/content' })]),
  ),
  passes(
    'a time of completion of a cancelled job',
    series([done, cancelAt(99, { completed_at: 1_760_000_099 })]),
  ),
  finds(
    'content_url while the job runs',
    series([made(), readAt(10, { ...DONE, status: 'in_progress' }), done]),
    { expected: 'absent or null while in_progress', where: 'completed_at' },
    { expected: 'absent or null while in_progress', where: 'content_url' },
  ),
  finds(
    'a completed job without both',
    series([made(), readAt(10, { status: 'completed', progress: 100 })]),
    { where: 'completed_at' },
    { expected: 'URI reference', where: 'content_url' },
  ),
  finds(
    'a completion before the creation, and a content_url with a space',
    series([readAt(10, { ...DONE, completed_at: 5, content_url: 'a video.mp4' })]),
    { expected: 'integer of at least 1760000000', actual: 5 },
    { actual: 'a video.mp4' },
  ),
  unverified('a job that is never completed', series([made(), readAt(10)]), 'a completed job'),
]);

const HERE = 'http://127.0.0.1:8080/videos/v1/content';
const doneHere = readAt(90, { ...DONE, content_url: '/videos/v1/content' });

const fetched = (status: number, body = 'ftyp', facts: ExchangeFacts = {}) =>
  answer(body, { operation: 'other', status, request: { url: HERE }, ...facts });

ruleTable(videoContentLeads, [
  ...[200, 206, 302].map((status) =>
    passes(`content that answers ${status}`, series([made(), doneHere, fetched(status)])),
  ),
  passes(
    'content that is larger than what is read of it',
    series([made(), doneHere, fetched(200, 'ftyp', { outcome: 'oversize' })]),
  ),
  ...[400, 404, 500].map((status) =>
    finds(`content that answers ${status}`, series([made(), doneHere, fetched(status)]), {
      expected: 'the content, or a redirect to it',
    }),
  ),
  finds('content of no byte', series([made(), doneHere, fetched(200, '')]), {
    expected: 'content',
    actual: '0 bytes',
  }),
  unverified(
    'content that is requested too often',
    series([made(), doneHere, fetched(429)]),
    'an answer: GET /videos/v1/content returned 429',
  ),
  unverified(
    'a content_url of another origin',
    series([made(), readAt(90, DONE)]),
    'a content_url at the gateway',
  ),
  unverified(
    'a job that has not completed',
    series([made(), readAt(10, { status: 'in_progress' })]),
    'a completed job with a content_url',
  ),
  unverified(
    'content that was not requested',
    series([made(), doneHere]),
    'a request for the content',
  ),
  unverified(
    'content without an answer',
    series([made(), doneHere, fetched(200, '', { outcome: 'reset', unanswered: true })]),
    'an answer to the content request',
  ),
]);

const job = (id: string, content_url: string) =>
  series([made({ id }), readAt(90, { ...DONE, id, content_url })]);

ruleTable(videoContentOwn, [
  passes('an address for each job', [job('v1', '/a'), job('v2', '/b')]),
  passes('one job that is followed twice', [job('v1', '/a'), job('v1', '/a')]),
  finds('one address for two jobs', [job('v1', '/a'), job('v2', '/a')], {
    actual: 'http://127.0.0.1:8080/a, as for job v1',
    where: 'content_url',
  }),
  unverified(
    'a job that is not completed',
    [series([made(), readAt(10)])],
    'a completed job with a content_url',
  ),
]);

const ERROR = { message: 'The model failed.', type: 'server_error', param: null, code: 'failed' };
const failed = (error: unknown) => readAt(10, { status: 'failed', error });

ruleTable(videoFailedError, [
  passes('an error of four members', series([made(), failed(ERROR)])),
  passes('an error in the wrapper', series([made(), failed({ error: ERROR })])),
  passes(
    'null before the failure',
    series([made({ error: null }), failed({ ...ERROR, hint: 'Try again.' })]),
  ),
  finds('an error that is a string', series([made(), failed('The model failed.')]), {
    expected: 'object',
    actual: '"The model failed."',
    where: 'error',
  }),
  finds('an error of a job that runs', series([made({ error: ERROR }), failed(ERROR)]), {
    expected: 'absent or null while queued',
    where: 'error',
  }),
  {
    name: 'a completed job of a model that fails',
    evidence: series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    expect: { failingVideoModel: 'fails' },
    findings: [
      { expected: 'a final status other than completed, because the model fails', where: 'status' },
    ],
  },
  unverified(
    'a completed job of a model that fails, maybe for text alone',
    series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    'a failed job',
    { failingModel: 'fails' },
  ),
]);

ruleTable(videoJobConstant, [
  passes(
    'a job that leaves members out or null, of which another rule speaks,',
    series([made(), readAt(10, { model: undefined, created_at: null })]),
  ),
  finds(
    'another id and object in the answer to DELETE',
    series([made(), cancelAt(10, { id: 'v2', object: 'video.deleted' })]),
    { actual: 'v2', where: 'id' },
    { actual: 'video.deleted', where: 'object' },
  ),
  finds(
    'a time of completion that moves',
    series([
      made(),
      readAt(20, { ...DONE, completed_at: 7 }),
      readAt(30, { ...DONE, completed_at: 8 }),
    ]),
    { expected: '7, as in the first answer that has it', actual: 8, where: 'completed_at' },
  ),
  passes(
    'a time of completion before the end, and none after it, of which other rules speak,',
    series([
      made(),
      readAt(10, { status: 'in_progress', completed_at: 5 }),
      readAt(20, { ...DONE, completed_at: 7 }),
      readAt(30, { ...DONE, completed_at: undefined }),
    ]),
  ),
  unverified(
    'a job that is never read',
    series([made(), readRefusedAt(10, 503)]),
    'a later answer',
  ),
  unverified('no job', series([notMade(500)]), 'a created job'),
]);

ruleTable(videoReadShape, [
  passes('a poll that is refused', series([made(), readAt(10), readRefusedAt(20, 404)])),
  finds(
    'a later poll without object, and with progress as text',
    series([made(), readAt(10), readAt(20, { object: undefined, progress: '5' })]),
    { where: 'object' },
    { expected: 'integer', where: 'progress' },
  ),
  finds('a poll as text', series([made(), readAt(10, {}, { type: 'text/plain' })]), {
    expected: 'application/json',
    actual: 'text/plain',
    where: 'content-type',
  }),
  passes(
    'a cancel without a body, which is for another rule',
    series([
      made(),
      readAt(5),
      answer('', { operation: 'video-cancel', status: 204, sentAtMs: 10, type: '' }),
    ]),
  ),
  unverified(
    'OPTIONS of a job',
    series([made(), readAt(10, {}, { request: { method: 'OPTIONS' } })]),
    'a 2xx answer to GET or DELETE',
  ),
  passes(
    'a cancel without the status, which is for another rule',
    series([made(), readAt(5), cancelAt(10, { status: undefined })]),
  ),
]);

ruleTable(videoStatusKnown, [
  passes(
    'every known status',
    series([
      made(),
      readAt(10, { status: 'in_progress' }),
      readAt(20, DONE),
      readAt(30, { status: 'failed' }),
      cancelAt(40),
    ]),
  ),
  passes('a job that is completed at once', series([made(DONE)])),
  passes('a status that the profile names', series([made(), readAt(10, { status: 'rendering' })]), {
    videoStates: {
      waiting: ['queued'],
      running: ['in_progress', 'rendering'],
      completed: ['completed'],
      failed: ['failed'],
      cancelled: ['cancelled'],
    },
  }),
  finds(
    'the words of a vendor',
    series([made({ status: 'NOT_START' }), readAt(10, { status: 'SUCCESS' })]),
    {
      expected: 'queued, in_progress, completed, failed, cancelled',
      actual: 'NOT_START',
      where: 'status',
    },
    { actual: 'SUCCESS' },
  ),
  unverified(
    'no status at all',
    series([made({ status: null }), readRefusedAt(10, 404)]),
    'an answer with a status',
  ),
]);
