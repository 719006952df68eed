import {
  errorsEventLast,
  errorsJsonMediaType,
  errorsMemberTypes,
  errorsNever2xx,
  errorsNullSpelled,
  errorsRetryAfter,
  errorsWrapper,
  errorsWrapperVideo,
} from '../../../../src/conformance/rules/errors/bodies.ts';
import { errorsParamNamesField } from '../../../../src/conformance/rules/errors/requests.ts';
import { completion } from '../chat/completions.ts';
import { DONE_EVENT, delta, ERROR_EVENT, STOP, USAGE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { response } from '../responses/bodies.ts';
import { ERROR, sent } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const responses = { operation: 'responses' } as const;

const FAILED_EVENT = event({
  type: 'response.failed',
  response: { error: { code: 'server_error' } },
});

const error = event({ type: 'error', message: 'The model failed.' }, 'error');
const expected = 'the end after the error event';

ruleTable(errorsEventLast, [
  { name: 'a good stream', evidence: stream(WHOLE) },
  { name: 'an error at the end', evidence: stream([delta('Hello'), ERROR_EVENT]) },
  { name: 'an error, then the usage of it', evidence: stream([ERROR_EVENT, USAGE]) },
  {
    name: 'an error, then text',
    evidence: stream([delta('Hello'), ERROR_EVENT, delta(' world'), DONE_EVENT]),
    findings: [{ expected, atMs: 30 }],
  },
  {
    name: 'an error, then a finish_reason',
    evidence: stream([ERROR_EVENT, STOP]),
    findings: [{ expected, atMs: 20 }],
  },
  {
    name: 'an error, then [DONE]',
    evidence: stream([ERROR_EVENT, DONE_EVENT]),
    findings: [{ expected, actual: '[DONE]' }],
  },
  {
    name: 'an error event of a response, then its failure and [DONE], as Open Responses has it',
    evidence: stream([error, FAILED_EVENT, DONE_EVENT], responses),
  },
  {
    name: 'an error event of a response, then text',
    evidence: stream([error, event({ type: 'response.output_text.delta', delta: 'a' })], responses),
    findings: [{ expected }],
  },
  {
    name: 'a failed response that completes',
    evidence: stream(
      [FAILED_EVENT, event({ type: 'response.completed', response: {} })],
      responses,
    ),
    findings: [{ expected }],
  },
  {
    name: 'one body',
    evidence: answer({ error: {} }),
    unverifiable: 'needs an event stream',
  },
]);

const failedAs = (type: string) => answer(wrapper(), { status: 400, type });

ruleTable(errorsJsonMediaType, [
  { name: 'application/json', evidence: failedAs('application/json') },
  { name: 'application/json with a charset', evidence: failedAs('Application/JSON;charset=utf-8') },
  {
    name: 'application/problem+json where a profile allows it',
    evidence: failedAs('application/problem+json'),
    expect: { errorMediaTypes: ['application/json', 'application/problem+json'] },
  },
  {
    name: 'HTML',
    evidence: failedAs('text/html'),
    findings: [{ expected: 'application/json', actual: 'text/html', where: 'content-type' }],
  },
  {
    name: 'HTML for an address with a null character',
    evidence: answer('<html>', {
      status: 400,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    unverifiable: 'a request with an ordinary size and path',
  },
  {
    name: 'an empty body',
    evidence: answer('', { status: 400, type: '' }),
    unverifiable: 'needs a failure with a body',
  },
  {
    name: 'a redirect in HTML',
    evidence: answer('<html>', { status: 307, type: 'text/html' }),
    unverifiable: 'a failure status',
  },
]);

const failed = (members: Record<string, unknown>) => answer(wrapper(members), { status: 400 });

ruleTable(errorsMemberTypes, [
  { name: 'strings and null', evidence: failed({}) },
  { name: 'param and code both given', evidence: failed({ param: 'messages[0].role', code: '' }) },
  { name: 'a missing field, which another rule forbids,', evidence: failed({ type: undefined }) },
  {
    name: 'a code that is a number where a profile allows it',
    evidence: failed({ code: 400 }),
    expect: { errorCodeNumber: true },
  },
  {
    name: 'type null where a profile allows it',
    evidence: failed({ type: null }),
    expect: { errorNullableMembers: ['type', 'param', 'code'] },
  },
  {
    name: 'param as an object',
    evidence: failed({ param: {} }),
    findings: [{ where: 'error.param' }],
  },
  {
    name: 'null spelled as text, which is for another rule,',
    evidence: failed({ param: 'null', code: 'None' }),
  },
  { name: 'an error in a chat stream', evidence: stream([ERROR_EVENT]) },
  { name: 'an error in a responses stream', evidence: sent([ERROR]) },
  {
    name: 'an error in a responses stream whose message is null',
    evidence: sent([{ ...ERROR, message: null }]),
    findings: [{ expected: 'non-empty string', actual: null, where: 'error event, message' }],
  },
  { name: 'a stream without a failure', evidence: stream(WHOLE), unverifiable: 'error object' },
  {
    name: 'a code that is a number in an answer with 300',
    evidence: answer(wrapper({ code: 300 }), { status: 300 }),
    findings: [{ actual: 300, where: 'error.code' }],
  },
]);

const FAILED_MODEL = { code: 'x', message: 'The model failed.' };

ruleTable(errorsNever2xx, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'an answer with error null', evidence: answer(completion({ error: null })) },
  { name: 'a failure with its status', evidence: answer(wrapper(), { status: 500 }) },
  {
    name: 'a response that failed and says so',
    evidence: answer(response({ status: 'failed', error: FAILED_MODEL }), {
      operation: 'responses',
    }),
  },
  {
    name: 'an error as text with 200',
    evidence: answer({ error: 'Unexpected endpoint' }, { operation: 'other' }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a video job with its error',
    evidence: answer({ status: 'failed', error: FAILED_MODEL }, { operation: 'video-read' }),
    unverifiable: 'needs a request of another operation than video',
  },
  {
    name: 'a stream',
    evidence: stream([event(wrapper())]),
    unverifiable: 'an answer with one body',
  },
  { name: 'a body that is not JSON', evidence: answer('ok'), unverifiable: 'needs a JSON object' },
  {
    name: 'a failure with 299',
    evidence: answer(wrapper(), { status: 299 }),
    findings: [{ actual: 299 }],
  },
]);

ruleTable(errorsNullSpelled, [
  { name: 'strings and null', evidence: failed({}) },
  { name: 'a message about null', evidence: failed({ message: 'null is not a text' }) },
  {
    name: 'null spelled as text',
    evidence: failed({ param: 'null', code: 'None' }),
    findings: [{ expected: 'a word, or null itself', actual: 'null' }, { actual: 'None' }],
  },
  {
    name: 'no wrapper',
    evidence: answer({ detail: 'x' }, { status: 400 }),
    unverifiable: 'an error object',
  },
]);

const refused = (param: unknown, status = 400) =>
  series([answer({}), answer(wrapper({ param }), { status })], { label: 'messages' });

ruleTable(errorsParamNamesField, [
  { name: 'the field', evidence: refused('messages') },
  { name: 'the field with an index', evidence: refused('body.messages[0]') },
  {
    name: 'null',
    evidence: refused(null),
    findings: [{ expected: 'messages', actual: null, where: 'error.param' }],
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([
      answer(wrapper({ param: null }), { status: 400 }),
      answer(wrapper({ param: null }), { status: 400 }),
    ]),
    unverifiable: 'needs a valid request',
  },
  { name: '500', evidence: refused(null, 500), unverifiable: 'needs a refusal' },
  {
    name: 'an error without wrapper',
    evidence: series([answer({}), answer({ detail: 'x' }, { status: 400 })]),
    unverifiable: 'needs a body with an error object',
  },
]);

const limited = (value?: string) =>
  answer(
    { error: { message: 'Too often.' } },
    { status: 429, ...(value !== undefined && { headers: { 'retry-after': value } }) },
  );

ruleTable(errorsRetryAfter, [
  ...['0', '120', 'Sun, 22 Nov 2026 07:28:00 GMT', 'Sunday, 22-Nov-26 07:28:00 GMT'].map(
    (value) => ({ name: `Retry-After: ${value}`, evidence: limited(value) }),
  ),
  {
    name: 'a 429 without it',
    evidence: limited(),
    findings: [{ expected: 'seconds or a date', actual: 'absent', where: 'retry-after' }],
  },
  ...['', 'soon', '1.5', '-1', '2s', '2026-11-22T07:28:00Z'].map((value) => ({
    name: `Retry-After: ${value}`,
    evidence: limited(value),
    findings: [{ actual: value }],
  })),
  {
    name: 'another failure',
    evidence: answer({ error: {} }, { status: 500 }),
    unverifiable: 'needs a 429',
  },
]);

const ofChat = { operation: 'chat', status: 400 } as const;
const FLAT = { object: 'error', message: 'No.', type: 'BadRequestError', param: null, code: 400 };

ruleTable(errorsWrapper, [
  { name: 'the wrapper', evidence: answer(wrapper(), ofChat) },
  {
    name: 'more keys in and next to error',
    evidence: answer({ ...wrapper({ a: 1 }), b: 2 }, ofChat),
  },
  {
    name: 'an unknown address with the wrapper',
    evidence: answer(wrapper(), { operation: 'other', status: 404 }),
  },
  {
    name: 'a flat error',
    evidence: answer(FLAT, ofChat),
    findings: [{ where: 'error', actual: 'absent' }],
  },
  {
    name: 'an error without type and param where a profile allows it',
    evidence: answer(wrapper({ type: undefined, param: undefined }), ofChat),
    expect: { errorMembers: ['message', 'code'] },
  },
  {
    name: 'HTML',
    evidence: answer('<html>', { ...ofChat, type: 'text/html' }),
    unverifiable: 'needs a body in JSON',
  },
  {
    name: 'a failure of the HTTP server at a header of 100 kB',
    evidence: answer('', { ...ofChat, request: { headers: [['x', 'y'.repeat(100_000)]] } }),
    unverifiable: 'a request with an ordinary size and path',
  },
  {
    name: 'a redirect',
    evidence: answer('', { ...ofChat, status: 301 }),
    unverifiable: 'a failure status',
  },
  {
    name: 'a failed video call',
    evidence: answer(FLAT, { operation: 'video-create', status: 400 }),
    unverifiable: 'needs a request of another operation than video',
  },
]);

const ofVideo = { operation: 'video-read', status: 404 } as const;

ruleTable(errorsWrapperVideo, [
  { name: 'the wrapper', evidence: answer(wrapper(), ofVideo) },
  { name: 'more members inside error', evidence: answer(wrapper({ details: [] }), ofVideo) },
  {
    name: 'a code that is a number, which another rule forbids,',
    evidence: answer(wrapper({ code: 404 }), ofVideo),
  },
  {
    name: 'a redirect',
    evidence: answer('', { ...ofVideo, status: 307 }),
    unverifiable: 'a failure status',
  },
  {
    name: 'a failed chat',
    evidence: answer('', { operation: 'chat', status: 404 }),
    unverifiable: 'needs a request of a video operation',
  },
  {
    name: 'HTML for an address with a null character',
    evidence: answer('<html>', {
      ...ofVideo,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    unverifiable: 'a request with an ordinary size and path',
  },
  {
    name: 'an error that is text, with 400',
    evidence: answer({ error: 'no' }, { ...ofVideo, status: 400 }),
    findings: [{ where: 'error' }],
  },
]);
