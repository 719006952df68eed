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
import { finds, passes, unverified } from '../verdicts.ts';
import { wrapper } from './error-bodies.ts';

const responses = { operation: 'responses' } as const;

const FAILED_EVENT = event({
  type: 'response.failed',
  response: { error: { code: 'server_error' } },
});

const error = event({ type: 'error', message: 'The model failed.' }, 'error');
const expected = 'the end after the error event';

ruleTable(errorsEventLast, [
  passes('an error at the end', stream([delta('Hello'), ERROR_EVENT])),
  passes('an error, then the usage of it', stream([ERROR_EVENT, USAGE])),
  finds('an error, then text', stream([delta('Hello'), ERROR_EVENT, delta(' world'), DONE_EVENT]), {
    expected,
    atMs: 30,
  }),
  finds('an error, then a finish_reason', stream([ERROR_EVENT, STOP]), { expected, atMs: 20 }),
  finds('an error, then [DONE]', stream([ERROR_EVENT, DONE_EVENT]), { expected, actual: '[DONE]' }),
  passes(
    'an error event of a response, then its failure and [DONE], as Open Responses has it',
    stream([error, FAILED_EVENT, DONE_EVENT], responses),
  ),
  finds(
    'an error event of a response, then text',
    stream([error, event({ type: 'response.output_text.delta', delta: 'a' })], responses),
    { expected },
  ),
  finds(
    'a failed response that completes',
    stream([FAILED_EVENT, event({ type: 'response.completed', response: {} })], responses),
    { expected },
  ),
  unverified('one body', answer({ error: {} }), 'needs an event stream'),
]);

const failedAs = (type: string) => answer(wrapper(), { status: 400, type });

ruleTable(errorsJsonMediaType, [
  passes('application/json with a charset', failedAs('Application/JSON;charset=utf-8')),
  passes(
    'application/problem+json where a profile allows it',
    failedAs('application/problem+json'),
    { errorMediaTypes: ['application/json', 'application/problem+json'] },
  ),
  finds('HTML', failedAs('text/html'), {
    expected: 'application/json',
    actual: 'text/html',
    where: 'content-type',
  }),
  unverified(
    'HTML for an address with a null character',
    answer('<html>', {
      status: 400,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    'a request with an ordinary size and path',
  ),
  unverified('an empty body', answer('', { status: 400, type: '' }), 'needs a failure with a body'),
  unverified(
    'a redirect in HTML',
    answer('<html>', { status: 307, type: 'text/html' }),
    'a failure status',
  ),
]);

const failed = (members: Record<string, unknown>) => answer(wrapper(members), { status: 400 });

ruleTable(errorsMemberTypes, [
  passes('param and code both given', failed({ param: 'messages[0].role', code: '' })),
  passes('a missing field, which another rule forbids,', failed({ type: undefined })),
  passes('a code that is a number where a profile allows it', failed({ code: 400 }), {
    errorCodeNumber: true,
  }),
  passes('type null where a profile allows it', failed({ type: null }), {
    errorNullableMembers: ['type', 'param', 'code'],
  }),
  finds('param as an object', failed({ param: {} }), { where: 'error.param' }),
  passes(
    'null spelled as text, which is for another rule,',
    failed({ param: 'null', code: 'None' }),
  ),
  passes('an error in a chat stream', stream([ERROR_EVENT])),
  passes('an error in a responses stream', sent([ERROR])),
  finds(
    'an error in a responses stream whose message is null',
    sent([{ ...ERROR, message: null }]),
    { expected: 'non-empty string', actual: null, where: 'error event, message' },
  ),
  unverified('a stream without a failure', stream(WHOLE), 'error object'),
  finds(
    'a code that is a number in an answer with 300',
    answer(wrapper({ code: 300 }), { status: 300 }),
    { actual: 300, where: 'error.code' },
  ),
]);

const FAILED_MODEL = { code: 'x', message: 'The model failed.' };

ruleTable(errorsNever2xx, [
  passes('an answer', answer(completion())),
  passes('an answer with error null', answer(completion({ error: null }))),
  passes('a failure with its status', answer(wrapper(), { status: 500 })),
  passes(
    'a response that failed and says so',
    answer(response({ status: 'failed', error: FAILED_MODEL }), {
      operation: 'responses',
    }),
  ),
  finds(
    'an error as text with 200',
    answer({ error: 'Unexpected endpoint' }, { operation: 'other' }),
    { actual: 200 },
  ),
  unverified(
    'a video job with its error',
    answer({ status: 'failed', error: FAILED_MODEL }, { operation: 'video-read' }),
    'needs a request of another operation than video',
  ),
  unverified('a stream', stream([event(wrapper())]), 'an answer with one body'),
  unverified('a body that is not JSON', answer('ok'), 'needs a JSON object'),
  finds('a failure with 299', answer(wrapper(), { status: 299 }), { actual: 299 }),
]);

ruleTable(errorsNullSpelled, [
  passes('a message about null', failed({ message: 'null is not a text' })),
  finds(
    'null spelled as text',
    failed({ param: 'null', code: 'None' }),
    { expected: 'a word, or null itself', actual: 'null' },
    { actual: 'None' },
  ),
  unverified('no wrapper', answer({ detail: 'x' }, { status: 400 }), 'an error object'),
]);

const refused = (param: unknown, status = 400) =>
  series([answer({}), answer(wrapper({ param }), { status })], { label: 'messages' });

ruleTable(errorsParamNamesField, [
  passes('the field with an index', refused('body.messages[0]')),
  finds('null', refused(null), { expected: 'messages', actual: null, where: 'error.param' }),
  unverified(
    'a valid request that is refused too',
    series([
      answer(wrapper({ param: null }), { status: 400 }),
      answer(wrapper({ param: null }), { status: 400 }),
    ]),
    'needs a valid request',
  ),
  unverified('500', refused(null, 500), 'needs a refusal'),
  unverified(
    'an error without wrapper',
    series([answer({}), answer({ detail: 'x' }, { status: 400 })]),
    'needs a body with an error object',
  ),
]);

const limited = (value?: string) =>
  answer(
    { error: { message: 'Too often.' } },
    { status: 429, ...(value !== undefined && { headers: { 'retry-after': value } }) },
  );

ruleTable(errorsRetryAfter, [
  ...['0', '120', 'Sun, 22 Nov 2026 07:28:00 GMT', 'Sunday, 22-Nov-26 07:28:00 GMT'].map((value) =>
    passes(`Retry-After: ${value}`, limited(value)),
  ),
  finds('a 429 without it', limited(), {
    expected: 'seconds or a date',
    actual: 'absent',
    where: 'retry-after',
  }),
  ...['', 'soon', '1.5', '-1', '2s', '2026-11-22T07:28:00Z'].map((value) =>
    finds(`Retry-After: ${value}`, limited(value), { actual: value }),
  ),
  unverified('another failure', answer({ error: {} }, { status: 500 }), 'needs a 429'),
]);

const ofChat = { operation: 'chat', status: 400 } as const;
const FLAT = { object: 'error', message: 'No.', type: 'BadRequestError', param: null, code: 400 };

ruleTable(errorsWrapper, [
  passes('the wrapper', answer(wrapper(), ofChat)),
  passes('more keys in and next to error', answer({ ...wrapper({ a: 1 }), b: 2 }, ofChat)),
  passes(
    'an unknown address with the wrapper',
    answer(wrapper(), { operation: 'other', status: 404 }),
  ),
  finds('a flat error', answer(FLAT, ofChat), { where: 'error', actual: 'absent' }),
  passes(
    'an error without type and param where a profile allows it',
    answer(wrapper({ type: undefined, param: undefined }), ofChat),
    { errorMembers: ['message', 'code'] },
  ),
  unverified('HTML', answer('<html>', { ...ofChat, type: 'text/html' }), 'needs a body in JSON'),
  unverified(
    'a failure of the HTTP server at a header of 100 kB',
    answer('', { ...ofChat, request: { headers: [['x', 'y'.repeat(100_000)]] } }),
    'a request with an ordinary size and path',
  ),
  unverified('a redirect', answer('', { ...ofChat, status: 301 }), 'a failure status'),
  unverified(
    'a failed video call',
    answer(FLAT, { operation: 'video-create', status: 400 }),
    'needs a request of another operation than video',
  ),
]);

const ofVideo = { operation: 'video-read', status: 404 } as const;

ruleTable(errorsWrapperVideo, [
  passes('the wrapper', answer(wrapper(), ofVideo)),
  passes('more members inside error', answer(wrapper({ details: [] }), ofVideo)),
  passes(
    'a code that is a number, which another rule forbids,',
    answer(wrapper({ code: 404 }), ofVideo),
  ),
  unverified('a redirect', answer('', { ...ofVideo, status: 307 }), 'a failure status'),
  unverified(
    'a failed chat',
    answer('', { operation: 'chat', status: 404 }),
    'needs a request of a video operation',
  ),
  unverified(
    'HTML for an address with a null character',
    answer('<html>', {
      ...ofVideo,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    'a request with an ordinary size and path',
  ),
  finds('an error that is text, with 400', answer({ error: 'no' }, { ...ofVideo, status: 400 }), {
    where: 'error',
  }),
]);
