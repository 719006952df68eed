import { z } from 'zod';
import { eventsAfterError } from '../../../answers/failures/error-events.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { contentDelta } from '../../../contract/content-delta.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorWrapperSchema } from '../../../contract/error.ts';
import { OPERATION_NAMES, type Operation } from '../../../contract/operations.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { header } from '../../../exchange/exchange.ts';
import type { StreamEvent } from '../../../exchange/sse.ts';
import { anyRule, begunRule, failureRule } from '../../declare.ts';
import type { Expectations } from '../../expectations.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { unicodeStreams } from '../../probes/echoes.ts';
import { failures } from '../../probes/refused.ts';
import { appliesTo, type Finding, need, needSeen } from '../../rule.ts';

/** The interface shows no failure of the other operations, so they may have keys beside `error`. */
function wrapperOf({ errorMembers }: Pick<Expectations, 'errorMembers'>) {
  const members = errorMembers.map((name) => [name, z.unknown()] as const);
  return z.looseObject({ error: z.looseObject(Object.fromEntries(members)) });
}

export const errorsWrapper = failureRule('errors-wrapper', {
  level: 'must',
  assumed:
    'interface §Errors ("Error body of endpoints other than the video ones: not shown"); OpenAI OpenAPI 2.3.0, ErrorResponse',
  statement:
    'A failed request of any operation returns a JSON body whose error has message, type, param and code.',
  harm: 'Every client reads error.message: with another shape, its user sees "undefined".',
  provenBy: 'err-flat',
  operations: ['chat', 'responses', 'images', 'transcription'],
  settings: ['errorMembers'],
  probe: failures,
  *judge({ exchange, status, json, text, mediaType }, expect) {
    appliesTo(
      !exchange.operation.startsWith('video-'),
      'a request of another operation than video',
    );
    need(status >= 400, 'a failure status');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    // errors-json-media-type judges other media types.
    need(json !== undefined || text === '' || isJson(mediaType), 'a body in JSON');
    yield* contradictions(wrapperOf(expect), json);
  },
});

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

export const errorsWrapperVideo = failureRule('errors-wrapper-video', {
  level: 'must',
  stated:
    'interface §Errors: "The error wrapper has one key, error, which holds the object with message, type, param and code."; §Endpoints: "a second JSON body type is declared for failures"',
  statement:
    'A failed video request returns a JSON body with the single key error, which has message, type, param and code.',
  harm: 'A client that cannot read why a video job failed shows its user nothing, or retries.',
  provenBy: 'err-video-extra-key',
  operations: ['video-create', 'video-read', 'video-cancel'],
  probe: failures,
  *judge({ exchange, status, json }) {
    appliesTo(exchange.operation.startsWith('video-'), 'a request of a video operation');
    need(status >= 400, 'a failure status');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    yield* contradictions(ErrorWrapperSchema, json);
  },
});

export const errorsMemberTypes = begunRule('errors-member-types', {
  level: 'must',
  assumed:
    'interface §Errors (all four string); OpenAI OpenAPI 2.3.0, Error (param, code nullable)',
  statement:
    'The message and type of an error are non-empty strings; its param and code are strings or null.',
  harm: 'Typed clients fail on a number in place of a string, and their own error hides the failure.',
  provenBy: 'err-code-number',
  operations: OPERATION_NAMES,
  settings: ['errorNullableMembers', 'errorCodeNumber'],
  probe: failures,
  *judge(reply, expect) {
    const errors = errorsIn(reply);
    need(errors.length > 0, 'a body or an event with an error object', 'errors-wrapper');

    for (const { error, ...place } of errors) {
      for (const name of ['message', 'type', 'param', 'code']) {
        const value = error[name];
        const expected = value === undefined ? undefined : wanted(name, value, expect);
        if (expected === undefined) continue;
        yield { expected, actual: value, ...place, where: `${place.where}${name}` };
      }
    }
  },
});

interface FoundError extends Pick<Finding, 'atMs'> {
  readonly where: string;
  readonly error: JsonObject;
}

/** The error of a failure, or those in a stream. */
function errorsIn(reply: Answer | Stream): readonly FoundError[] {
  if (reply.form === 'stream') return reply.events.flatMap(errorsOfEvent);
  const error = reply.status >= 300 ? member(reply.json, 'error') : undefined;
  return isJsonObject(error) ? [{ error, where: 'error.' }] : [];
}

function errorsOfEvent({ json, atMs }: StreamEvent): readonly FoundError[] {
  if (!isJsonObject(json)) return [];
  if (isJsonObject(json.error)) return [{ error: json.error, where: 'error.', atMs }];
  // The error event of a responses stream has these fields itself, and its type marks it.
  if (json.type !== 'error') return [];
  return [{ error: { ...json, type: undefined }, where: 'error event, ', atMs }];
}

/** The value that is expected instead; undefined if the value is allowed. */
function wanted(
  name: string,
  value: unknown,
  expect: Pick<Expectations, 'errorNullableMembers' | 'errorCodeNumber'>,
): string | undefined {
  const nullable = expect.errorNullableMembers.includes(name);
  if (value === null && nullable) return undefined;
  if (name === 'code' && expect.errorCodeNumber && typeof value === 'number') return undefined;
  const kind = name === 'message' || name === 'type' ? 'non-empty string' : 'string';
  if (typeof value !== 'string' || (value === '' && kind !== 'string')) {
    return nullable ? `${kind} or null` : kind;
  }
  return undefined;
}

export const errorsNullSpelled = failureRule('errors-null-spelled', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, Error (param and code are null where they do not apply)',
  statement: 'No field of an error is null written as a string, such as "null" or "None".',
  harm: 'A form highlights a field named "None", and a log counts failures with the code "null".',
  provenBy: 'err-null-spelled',
  operations: OPERATION_NAMES,
  probe: failures,
  *judge({ json }) {
    const error = member(json, 'error');
    need(isJsonObject(error), 'a body with an error object');

    for (const name of ['message', 'type', 'param', 'code']) {
      const value = error[name];
      if (typeof value !== 'string' || !SPELLED.test(value)) continue;
      yield { expected: 'a word, or null itself', actual: value, where: `error.${name}` };
    }
  },
});

const SPELLED = /^(?:null|None|nil|undefined)$/;

export const errorsJsonMediaType = anyRule('errors-json-media-type', {
  level: 'must',
  assumed: 'interface ("All bodies are JSON"); RFC 9110 §8.3',
  statement: 'The body of a failure is application/json, never HTML or text.',
  harm: 'A client that parses a failure by its media type shows a page of HTML, or fails with an error of its own.',
  provenBy: 'err-html',
  operations: OPERATION_NAMES,
  settings: ['errorMediaTypes'],
  probe: failures,
  *judge(answer, expect) {
    const { exchange, status, mediaType } = answer;
    need(status >= 400, 'a failure status');
    need(answer.form === 'stream' || answer.text !== '', 'a failure with a body');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    if (!expect.errorMediaTypes.includes(mediaType)) {
      const expected = expect.errorMediaTypes.join(' or ');
      yield { expected, actual: mediaType, where: 'content-type' };
    }
  },
});

export const errorsNever2xx = anyRule('errors-never-2xx', {
  level: 'must',
  assumed: 'RFC 9110 §15 (status codes); interface §Errors (only the video job carries an error)',
  statement: 'A 2xx JSON body has no error, except in a failed video job or a failed response.',
  harm: 'Clients, retries and monitors use the status: a failure with 200 counts as a success.',
  provenBy: 'err-200',
  operations: OPERATION_NAMES,
  probe: failures,
  *judge(answer) {
    need(answer.form === 'body', 'an answer with one body');
    const { exchange, status, json } = answer;
    appliesTo(
      !exchange.operation.startsWith('video-'),
      'a request of another operation than video',
    );
    if (status < 200 || status > 299) return;
    need(isJsonObject(json), 'a JSON object');
    // A response is stored with its result, which its status shows.
    if (exchange.operation === 'responses' && json.status === 'failed') return;
    if ((json.error ?? null) !== null) {
      yield { expected: 'a 4xx or 5xx status', actual: status, where: 'status' };
    }
  },
});

export const errorsEventLast = begunRule('errors-event-last', {
  level: 'should',
  assumed: 'openai-node, streaming.js (throws on data.error); Open Responses, errors',
  statement:
    'After an error event, a stream has no more of the answer, and nothing that ends a whole answer.',
  harm: 'Official clients throw at the error and drop the rest, which is billed. Others ignore the error and show the answer as whole.',
  provenBy: 'err-event-midway',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,
  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const { operation } = reply.exchange;
    const after = eventsAfterError(reply).find((event) => continues(event, operation));
    if (after === undefined) return;
    yield { expected: 'the end after the error event', actual: after.data, atMs: after.atMs };
  },
});

/** Whether an event adds to the answer, or ends it as a whole one. */
function continues({ data, json }: StreamEvent, operation: Operation | 'other'): boolean {
  if (operation === 'responses')
    return member(json, 'type') === 'response.completed' || contentDelta(operation, json) !== '';
  const finishes = objectsIn(member(json, 'choices')).some(
    (choice) => typeof choice.finish_reason === 'string',
  );
  return data === DONE || finishes || contentDelta(operation, json) !== '';
}

export const errorsRetryAfter = failureRule('errors-retry-after', {
  level: 'should',
  assumed: 'RFC 6585 §4; RFC 9110 §10.2.3 (a date, or whole seconds)',
  statement: 'A 429 has a Retry-After header, in whole seconds or as a date.',
  harm: 'Clients that do not know when to retry do so at once, and keep the gateway overloaded.',
  provenBy: 'err-429-bare',
  operations: OPERATION_NAMES,
  probe: failures,
  *judge({ exchange, status }) {
    needSeen(status === 429, 'a 429');
    const value = header(exchange.answer?.headers ?? [], 'retry-after');
    if (value !== undefined && isWellFormed(value.trim())) return;
    yield { expected: 'seconds or a date', actual: value, where: 'retry-after' };
  },
});

function isWellFormed(value: string): boolean {
  return /^\d{1,9}$/.test(value) || (DATE.test(value) && !Number.isNaN(Date.parse(value)));
}

/** IMF-fixdate, and the obsolete formats that a recipient must accept (RFC 9110 §5.6.7). */
const DATE = /^(?:\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d|\w{3} \w{3} [ \d]\d) /;
