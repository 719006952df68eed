import { editsRefusals } from '../edits/answers.ts';
import { without } from '../edits/json.ts';
import { after, alters, before, onRefusal, rescues } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { FAILURE, Refusal } from '../http/refusal.ts';

const EVENTS = { 'content-type': 'text/event-stream' };

export const errorsFaults: Alterations = {
  'err-200': after('presentRefusal')('The failure of a model returns 200.')((answer, { code }) =>
    code === 'model_failed' ? { ...answer, status: 200 } : answer,
  ),
  'err-200-sse': alters('A refused stream request returns a stream.')(
    ({ checkChat, checkResponses, encode }) => ({
      checkChat: streamingRefusals(checkChat),
      checkResponses: streamingRefusals(checkResponses),
      encode(answer, context) {
        const wire = encode(answer, context);
        if (answer.headers !== EVENTS) return wire;
        return { ...wire, payload: `data: ${wire.payload.toString()}\n\n` };
      },
    }),
  ),
  'err-405-no-allow': withoutHeader(405, 'allow')('A 405 has no Allow.'),
  'err-429-bare': withoutHeader(429, 'retry-after')('A 429 has no Retry-After.'),
  'err-bad-json-500': rescues('parseJson')('A body that is not JSON returns 500.')(() => {
    throw Refusal.failed();
  }),
  'err-catch-all-200': after('presentRefusal')('An unknown path returns 200.')(
    (answer, { code }) =>
      code === 'unknown_path' ? { status: 200, headers: {}, body: { status: 'ok' } } : answer,
  ),
  'err-charset-415': before('checkMediaType')('A content type with a charset is refused.')(
    (type, request) => [type?.includes('charset') === true ? undefined : type, request],
  ),
  'err-code-number': editsError('The code of a failure is the status as a number.')(
    (_, { status }) => ({ code: status }),
  ),
  'err-deep-json-crash': rescues('parseJson')('A deeply nested body breaks the connection.')(
    (refusal) => {
      throw refusal.code === 'nested_too_deeply' ? new ClientDisconnected() : refusal;
    },
  ),
  'err-event-midway': alters(
    'Each good stream has an error event in the middle, then the rest of its answer.',
  )(({ planChat, planResponse }) => ({
    planChat: (completion) => withError(planChat(completion), { error: FAILURE }),
    planResponse: (completion) =>
      withError(planResponse(completion), { ...FAILURE, type: 'error' }),
  })),
  'err-exception-text': failsWith('openai.InternalServerError: the model failed')(
    'The message of a failure is the text of an exception.',
  ),
  'err-flat': after('presentRefusal')('Failures outside the video operations have no wrapper.')(
    (answer, { message, type, param, code }, { path }) =>
      path.startsWith('/videos')
        ? answer
        : { ...answer, body: { object: 'error', message, type, param, code } },
  ),
  'err-html': after('encode')('Failures of chat are HTML pages.')((wire, { status }, { path }) => {
    if (path !== '/chat/completions' || status < 400) return wire;
    const headers = { ...wire.headers, 'content-type': 'text/html' };
    return { status, headers, payload: `<html><body><h1>${status}</h1></body></html>` };
  }),
  'err-null-spelled': editsError('The param of a failure that no field caused is "None".')(
    ({ param }) => ({ param: param ?? 'None' }),
  ),
  'err-param-null': editsRefusals('The param of a failure is always null.')((refusal) =>
    refusal.with({ param: null }),
  ),
  'err-stack-trace': editsRefusals('The messages of failures have a stack trace.')((refusal) =>
    refusal.with({ message: refusal.stack ?? '' }),
  ),
  'err-upstream-address': failsWith('The upstream at http://10.20.0.17:8000/v1 did not answer.')(
    'The message of a failure shows the address of the provider.',
  ),
  'err-upstream-key': failsWith('The provider refused the key sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V.')(
    'The message of a failure shows the key of the provider.',
  ),
  'err-video-extra-key': after('presentRefusal')(
    'Failures of the video operations have a second top-level member.',
  )((answer, _, { path }) =>
    path.startsWith('/videos') && isJsonObject(answer.body)
      ? { ...answer, body: { ...answer.body, request_id: 'req_1' } }
      : answer,
  ),
};

/** A request for a stream is refused with a stream. */
function streamingRefusals<T>(check: (body: JsonObject) => T): (body: JsonObject) => T {
  return (body) =>
    onRefusal(
      () => check(body),
      (refusal) => {
        throw body.stream === true ? refusal.with({ status: 200, headers: EVENTS }) : refusal;
      },
    );
}

/** Other members of the error of each failure. */
function editsError(summary: string) {
  return (edit: (error: JsonObject, refusal: Refusal) => JsonObject): Alteration =>
    after('presentRefusal')(summary)((answer, refusal) => {
      const { message, type, param, code } = refusal;
      const error = { message, type, param, code };
      return { ...answer, body: { error: { ...error, ...edit(error, refusal) } } };
    });
}

function withoutHeader(status: number, name: string) {
  return (summary: string): Alteration =>
    editsRefusals(summary)((refusal) =>
      refusal.status === status
        ? refusal.with({ headers: without(refusal.headers, name) })
        : refusal,
    );
}

/** The message of each failure of the server is this text. */
function failsWith(message: string) {
  return (summary: string): Alteration =>
    editsRefusals(summary)((refusal) =>
      refusal.status < 500 ? refusal : refusal.with({ message }),
    );
}

function withError(events: readonly PlannedEvent[], data: JsonObject): readonly PlannedEvent[] {
  const at = events.findIndex(({ token }) => token === true) + 1;
  return events.toSpliced(at, 0, { data, dueMs: events[at]?.dueMs ?? 0 });
}
