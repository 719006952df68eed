import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import type { Body } from '../http/fields.ts';
import { isJsonObject } from '../http/json.ts';
import { FAILURE, Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

const PROVIDER_MESSAGE = 'openai.InternalServerError: the model failed';

const UPSTREAM_ADDRESS_MESSAGE = 'The upstream at http://10.20.0.17:8000/v1 did not answer.';

const UPSTREAM_KEY_MESSAGE = 'The provider refused the key sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V.';

const ROUTE = { base: 'http://10.2.3.4:8000/v1', key: 'sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' };

export const errorsFaults: readonly Alteration[] = [
  {
    id: 'err-200',
    summary: 'The failure of a model returns 200.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        return refusal.code === 'model_failed' ? { ...answer, status: 200 } : answer;
      },
    }),
  },
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
  {
    id: 'err-405-no-allow',
    summary: 'A 405 has no Allow.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const { allow: _, ...headers } = refusal.headers;
        return presentRefusal(refusal.with({ headers }), context);
      },
    }),
  },
  {
    id: 'err-429-bare',
    summary: 'A 429 has no Retry-After.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        if (refusal.status !== 429) return answer;
        const { 'retry-after': _, ...headers } = answer.headers;
        return { ...answer, headers };
      },
    }),
  },
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
  {
    id: 'err-catch-all-200',
    summary: 'An unknown path returns 200.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        if (refusal.code !== 'unknown_path') return presentRefusal(refusal, context);
        return { status: 200, headers: {}, body: { status: 'ok' } };
      },
    }),
  },
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
  {
    id: 'err-code-number',
    summary: 'The code of a failure is the status as a number.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const { message, type, param, status } = refusal;
        const error = { message, type, param, code: status };
        return { ...presentRefusal(refusal, context), body: { error } };
      },
    }),
  },
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
  {
    id: 'err-exception-text',
    summary: 'The message of a failure is the text of an exception.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal: (refusal, context) =>
        presentRefusal(
          refusal.status < 500 ? refusal : refusal.with({ message: PROVIDER_MESSAGE }),
          context,
        ),
    }),
  },
  {
    id: 'err-flat',
    summary: 'Failures outside the video operations have no wrapper.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        if (context.path.startsWith('/videos')) return answer;
        const { message, type, param, code } = refusal;
        return { ...answer, body: { object: 'error', message, type, param, code } };
      },
    }),
  },
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
  {
    id: 'err-null-spelled',
    summary: 'The param of a failure that no field caused is "None".',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const { message, type, param, code } = refusal;
        const error = { message, type, param: param ?? 'None', code };
        return { ...presentRefusal(refusal, context), body: { error } };
      },
    }),
  },
  {
    id: 'err-param-null',
    summary: 'The param of a failure is always null.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal: (refusal, context) => presentRefusal(refusal.with({ param: null }), context),
    }),
  },
  {
    id: 'err-stack-trace',
    summary: 'The messages of failures have a stack trace.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal: (refusal, context) =>
        presentRefusal(refusal.with({ message: refusal.stack ?? '' }), context),
    }),
  },
  {
    id: 'err-upstream-address',
    summary: 'The message of a failure shows the address of the provider.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal: (refusal, context) =>
        presentRefusal(
          refusal.status < 500 ? refusal : refusal.with({ message: UPSTREAM_ADDRESS_MESSAGE }),
          context,
        ),
    }),
  },
  {
    id: 'err-upstream-key',
    summary: 'The message of a failure shows the key of the provider.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal: (refusal, context) =>
        presentRefusal(
          refusal.status < 500 ? refusal : refusal.with({ message: UPSTREAM_KEY_MESSAGE }),
          context,
        ),
    }),
  },
  {
    id: 'err-video-extra-key',
    summary: 'Failures of the video operations have a second top-level member.',
    hooks: ({ presentRefusal }) => ({
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        if (!context.path.startsWith('/videos') || !isJsonObject(answer.body)) return answer;
        return { ...answer, body: { ...answer.body, request_id: 'req_1' } };
      },
    }),
  },
];

function withError(
  events: readonly PlannedEvent[],
  data: Exclude<PlannedEvent['data'], string>,
): readonly PlannedEvent[] {
  const at = events.findIndex(({ token }) => token === true) + 1;
  const dueMs = events[at]?.dueMs ?? 0;
  return [...events.slice(0, at), { data, dueMs }, ...events.slice(at)];
}
