import { editsFailures, editsRefusals } from '../edits/answers.ts';
import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import type { Body } from '../http/fields.ts';
import { isJsonObject } from '../http/json.ts';
import { FAILURE, Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

const ROUTE = { base: 'http://10.2.3.4:8000/v1', key: 'sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' };

export const errorsFaults: readonly Alteration[] = [
  editsFailures('err-200', 'The failure of a model returns 200.', (answer, { code }) =>
    code === 'model_failed' ? { ...answer, status: 200 } : answer,
  ),
  {
    id: 'err-200-sse',
    summary: 'A refused stream request returns a stream.',
    hooks({ checkChat, checkResponses, presentRefusal, encode }) {
      const streamed = new WeakSet<Refusal>();
      const mark = <T>(check: (body: Body) => T) => {
        return (body: Body) =>
          onRefusal(
            () => check(body),
            (refusal) => {
              if (body.stream === true) streamed.add(refusal);
              throw refusal;
            },
          );
      };
      return {
        checkChat: mark(checkChat),
        checkResponses: mark(checkResponses),
        presentRefusal(refusal, context) {
          const answer = presentRefusal(refusal, context);
          if (!streamed.has(refusal)) return answer;
          return { ...answer, status: 200, headers: { 'content-type': 'text/event-stream' } };
        },
        encode(answer, context) {
          const wire = encode(answer, context);
          const events = answer.headers['content-type'] === 'text/event-stream';
          return events ? { ...wire, payload: `data: ${wire.payload.toString()}\n\n` } : wire;
        },
      };
    },
  },
  editsRefusals('err-405-no-allow', 'A 405 has no Allow.', (refusal) => {
    const { allow: _, ...headers } = refusal.headers;
    return refusal.with({ headers });
  }),
  editsFailures('err-429-bare', 'A 429 has no Retry-After.', (answer, { status }) => {
    const { 'retry-after': _, ...headers } = answer.headers;
    return status === 429 ? { ...answer, headers } : answer;
  }),
  {
    id: 'err-bad-json-500',
    summary: 'A body that is not JSON returns 500.',
    hooks: ({ parseJson }) => ({
      parseJson(bytes) {
        return onRefusal(
          () => parseJson(bytes),
          () => {
            throw Refusal.failed();
          },
        );
      },
    }),
  },
  editsFailures('err-catch-all-200', 'An unknown path returns 200.', (answer, { code }) =>
    code === 'unknown_path' ? { status: 200, headers: {}, body: { status: 'ok' } } : answer,
  ),
  {
    id: 'err-charset-415',
    summary: 'A content type with a charset is refused.',
    hooks: ({ checkMediaType }) => ({
      checkMediaType(contentType, request) {
        checkMediaType(
          contentType?.includes('charset') === true ? undefined : contentType,
          request,
        );
      },
    }),
  },
  editsFailures(
    'err-code-number',
    'The code of a failure is the status as a number.',
    (answer, { message, type, param, status }) => ({
      ...answer,
      body: { error: { message, type, param, code: status } },
    }),
  ),
  {
    id: 'err-deep-json-crash',
    summary: 'A deeply nested body breaks the connection.',
    hooks: ({ parseJson }) => ({
      parseJson(bytes) {
        return onRefusal(
          () => parseJson(bytes),
          (refusal) => {
            throw refusal.code === 'nested_too_deeply' ? new ClientDisconnected() : refusal;
          },
        );
      },
    }),
  },
  {
    id: 'err-event-midway',
    summary: 'Each good stream has an error event in the middle, then the rest of its answer.',
    hooks: ({ planChat, planResponse }) => ({
      planChat: (completion) => withError(planChat(completion), { error: FAILURE }),
      planResponse: (completion) =>
        withError(planResponse(completion), { ...FAILURE, type: 'error' }),
    }),
  },
  failsWith(
    'err-exception-text',
    'The message of a failure is the text of an exception.',
    'openai.InternalServerError: the model failed',
  ),
  editsFailures(
    'err-flat',
    'Failures outside the video operations have no wrapper.',
    (answer, { message, type, param, code }, { path }) =>
      path.startsWith('/videos')
        ? answer
        : { ...answer, body: { object: 'error', message, type, param, code } },
  ),
  {
    id: 'err-html',
    summary: 'Failures of chat are HTML pages.',
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const { status, headers } = answer;
        if (context.path !== '/chat/completions' || status < 400) return encode(answer, context);
        const payload = `<html><body><h1>${status}</h1></body></html>`;
        return { status, headers: { ...headers, 'content-type': 'text/html' }, payload };
      },
    }),
  },
  {
    id: 'err-in-good-answers',
    summary: 'Each good answer shows the address of the provider and the key at it.',
    hooks: ({ answer, streamHeaders, planChat }) => ({
      async answer(given, context) {
        const good = await answer(given, context);
        const { body, status } = good;
        return status < 300 && isJsonObject(body)
          ? { ...good, body: { ...body, route: ROUTE } }
          : good;
      },
      streamHeaders: (operation) => ({
        ...streamHeaders(operation),
        'x-route-base': ROUTE.base,
        'x-route-key': ROUTE.key,
      }),
      planChat: (completion) =>
        planChat(completion).map((event) =>
          isJsonObject(event.data) ? { ...event, data: { ...event.data, route: ROUTE } } : event,
        ),
    }),
  },
  editsFailures(
    'err-null-spelled',
    'The param of a failure that no field caused is "None".',
    (answer, { message, type, param, code }) => ({
      ...answer,
      body: { error: { message, type, param: param ?? 'None', code } },
    }),
  ),
  editsRefusals('err-param-null', 'The param of a failure is always null.', (refusal) =>
    refusal.with({ param: null }),
  ),
  editsRefusals('err-stack-trace', 'The messages of failures have a stack trace.', (refusal) =>
    refusal.with({ message: refusal.stack ?? '' }),
  ),
  failsWith(
    'err-upstream-address',
    'The message of a failure shows the address of the provider.',
    'The upstream at http://10.20.0.17:8000/v1 did not answer.',
  ),
  failsWith(
    'err-upstream-key',
    'The message of a failure shows the key of the provider.',
    `The provider refused the key ${ROUTE.key}.`,
  ),
  editsFailures(
    'err-video-extra-key',
    'Failures of the video operations have a second top-level member.',
    (answer, _, { path }) =>
      path.startsWith('/videos') && isJsonObject(answer.body)
        ? { ...answer, body: { ...answer.body, request_id: 'req_1' } }
        : answer,
  ),
];

/** The message of each failure of the server is this text. */
function failsWith(id: string, summary: string, message: string): Alteration {
  return editsRefusals(id, summary, (refusal) =>
    refusal.status < 500 ? refusal : refusal.with({ message }),
  );
}

function withError(
  events: readonly PlannedEvent[],
  data: Exclude<PlannedEvent['data'], string>,
): readonly PlannedEvent[] {
  const at = events.findIndex(({ token }) => token === true) + 1;
  const dueMs = events[at]?.dueMs ?? 0;
  return [...events.slice(0, at), { data, dueMs }, ...events.slice(at)];
}
