import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedEvent } from '../http/answer.ts';
import { isJsonObject, isObject, type JsonObject, parseObject } from '../http/json.ts';
import { editDeltas } from '../relay/edit-answer.ts';
import { toBytes } from '../relay/edit-request.ts';
import { editSink, filterSink } from '../relay/edit-sink.ts';
import type { EventSink } from '../relay/relay-steps.ts';
import type { RelayedJob } from '../relay/relayed-jobs.ts';
import { RememberedStates } from '../relay/remembered-states.ts';
import { sendAgain } from '../relay/send-again.ts';
import { relayed } from '../relayed.ts';

const LATER_MS = 300;

const BOUNDARY = 'gateway-boundary-7d1f0c52e94b';

const PARAMETER = /boundary=(?:"([^"]+)"|([^;\s]+))/i;

const PREFIX = 'provider/';

const PASSED = /^(?:x-request-id|x-ratelimit-[\w-]+|openai-[\w-]+|server-timing)$/;

const FRESH_MS = 400;

const hex = (size: number) => randomBytes(size).toString('hex');

const MOST_SECONDS = 1;

export const relayProviderVariants = relayed([
  {
    id: 'relay-accepts-gzip',
    summary: 'The provider may compress its answers.',
    hooks: ({ providerHeaders }) => ({
      providerHeaders: (caller, call) => ({
        ...providerHeaders(caller, call),
        'accept-encoding': 'gzip, deflate, br, zstd',
      }),
    }),
  },
  {
    id: 'relay-adds-usage',
    summary: 'The provider is always requested to state the usage of a chat stream.',
    hooks({ providerBody, relaySink }) {
      const added = new WeakSet<Buffer>();
      return {
        providerBody(body, bytes, operation) {
          const given = providerBody(body, bytes, operation);
          const options = isObject(body.stream_options) ? body.stream_options : {};
          const isKept =
            operation !== 'chat' || body.stream !== true || options.include_usage === true;
          if (isKept) return given;
          const stream_options = { ...options, include_usage: true };
          const edited = toBytes({ ...parseObject(given), stream_options });
          added.add(edited);
          return edited;
        },
        relaySink(sink, call) {
          const next = relaySink(sink, call);
          if (call.body === undefined || !added.has(call.body)) return next;
          return filterSink(next, (event) => {
            const { data } = event;
            if (typeof data === 'string') return event;
            const { usage, ...chunk } = data;
            const isOfUsage =
              isObject(usage) && Array.isArray(data.choices) && data.choices.length === 0;
            return isOfUsage ? undefined : { ...event, data: chunk };
          });
        },
      };
    },
  },
  {
    id: 'relay-ascii-json',
    summary: 'The provider gets characters outside of ASCII as escapes.',
    hooks: ({ providerBody }) => ({
      providerBody(...request) {
        const text = providerBody(...request).toString('utf8');
        return Buffer.from(text.replaceAll(/[^\0-\x7f]/g, escaped));
      },
    }),
  },
  {
    id: 'relay-cancels-later',
    summary:
      'The DELETE of a video job is answered a little before it is forwarded to the provider.',
    hooks({ readRelayedJob, cancelRelayedJob }) {
      const cancelled = new WeakMap<RelayedJob, JsonObject>();
      return {
        readRelayedJob: async (job, ask) => cancelled.get(job) ?? (await readRelayedJob(job, ask)),
        async cancelRelayedJob(job, ask) {
          const state = { id: job.id, object: 'video', status: 'cancelled', error: null };
          cancelled.set(job, state);
          sleep(LATER_MS)
            .then(() => cancelRelayedJob(job, ask))
            .catch(() => cancelled.delete(job));
          return state;
        },
      };
    },
  },
  {
    id: 'relay-chunked-requests',
    summary: 'The provider gets the bodies of requests in chunks, without a length.',
    hooks: ({ callProvider }) => ({
      callProvider(call, send) {
        const { 'content-length': length, ...headers } = call.headers;
        const isChunked = length !== undefined;
        const coding = { ...headers, ...(isChunked && { 'transfer-encoding': 'chunked' }) };
        return callProvider({ ...call, headers: coding }, send);
      },
    }),
  },
  {
    id: 'relay-form-boundary',
    summary: 'The provider gets an upload with another boundary.',
    hooks: ({ providerForm }) => ({
      providerForm(given) {
        const form = providerForm(given);
        const [, quoted, token] = PARAMETER.exec(form.contentType) ?? [];
        const boundary = quoted ?? token;
        if (boundary === undefined) return form;
        const text = form.bytes.toString('latin1').replaceAll(`--${boundary}`, `--${BOUNDARY}`);
        return {
          contentType: `multipart/form-data; boundary=${BOUNDARY}`,
          bytes: Buffer.from(text, 'latin1'),
        };
      },
    }),
  },
  {
    id: 'relay-forwards-idempotency-key',
    summary: 'The provider gets the Idempotency-Key of the request.',
    hooks: ({ providerHeaders }) => ({
      providerHeaders(caller, call) {
        const key = caller['idempotency-key'];
        const headers = providerHeaders(caller, call);
        return typeof key === 'string' ? { ...headers, 'idempotency-key': key } : headers;
      },
    }),
  },
  {
    id: 'relay-merges-reads',
    summary: 'Tokens of a chat stream that are read together arrive in one event.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        return call.operation === 'chat' ? merging(next) : next;
      },
    }),
  },
  {
    id: 'relay-model-alias',
    summary: 'The model has another name at the provider.',
    hooks: ({ providerBody, relayBody, relaySink }) => ({
      providerBody(...request) {
        const body = parseObject(providerBody(...request));
        return toBytes({ ...body, model: `${PREFIX}${String(body.model)}` });
      },
      relayBody: (...answer) => withOwnName(relayBody(...answer)),
      relaySink: (sink, call) => editSink(relaySink(sink, call), withOwnName),
    }),
  },
  {
    id: 'relay-passes-headers',
    summary: "The client gets the provider's headers for limits and tracing.",
    hooks: ({ answerHeaders }) => ({
      answerHeaders(answer) {
        const passed = Object.entries(answer.headers).flatMap(([name, value]) =>
          PASSED.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
        );
        const timing = { 'server-timing': 'provider;dur=1' };
        return { ...answerHeaders(answer), ...timing, ...Object.fromEntries(passed) };
      },
    }),
  },
  {
    id: 'relay-polls-videos',
    summary: 'The state of a video job at the provider is read again after 400 ms at the earliest.',
    hooks({ readRelayedJob, cancelRelayedJob }) {
      const states = new RememberedStates(FRESH_MS);
      return {
        readRelayedJob: states.reading(readRelayedJob),
        async cancelRelayedJob(job, ask) {
          states.forget(job);
          return await cancelRelayedJob(job, ask);
        },
      };
    },
  },
  {
    id: 'relay-retries-503',
    summary: 'A call that the provider answers with 503 is sent once more.',
    hooks: ({ callProvider }) => ({
      callProvider: (call, send) =>
        sendAgain(call, (sent, options) => callProvider(sent, (each) => send(each, options)), {
          statuses: (status) => status === 503,
          most: 2,
        }),
    }),
  },
  {
    id: 'relay-traces',
    summary:
      'The provider gets headers for tracing: traceparent, x-request-id, x-forwarded-for, via.',
    hooks: ({ providerHeaders }) => ({
      providerHeaders: (caller, call) => ({
        ...providerHeaders(caller, call),
        traceparent: `00-${hex(16)}-${hex(8)}-01`,
        'x-request-id': hex(16),
        'x-forwarded-for': '127.0.0.1',
        via: '1.1 reference',
      }),
    }),
  },
  {
    id: 'relay-waits-for-429',
    summary:
      'A call that the provider limits for a second or less is sent once more after that time.',
    hooks: ({ callProvider }) => ({
      async callProvider(call, send) {
        const answer = await callProvider(call, send);
        const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
        if (answer.status !== 429 || !(seconds <= MOST_SECONDS)) return answer;
        answer.body.resume();
        await sleep(seconds * 1000);
        return await callProvider(call, send);
      },
    }),
  },
  {
    id: 'relay-writes-json-anew',
    summary: 'The provider gets the fields of the request in another order, indented.',
    hooks: ({ providerBody }) => ({
      providerBody(...request) {
        const members = Object.entries(parseObject(providerBody(...request)));
        return Buffer.from(JSON.stringify(Object.fromEntries(members.toReversed()), null, 2));
      },
    }),
  },
]);

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Waits with a token until all that was read with it has been taken. */
function merging(sink: EventSink): EventSink {
  let held: PlannedEvent | undefined;
  let text = '';
  const flush = () => {
    if (held === undefined) return;
    const { data } = held;
    const content = text;
    const merged =
      typeof data === 'string' ? data : editDeltas(data, (delta) => ({ ...delta, content }));
    sink.event({ ...held, data: merged });
    held = undefined;
    text = '';
  };
  return {
    event(event) {
      if (event.token !== true || typeof event.data === 'string') {
        flush();
        sink.event(event);
        return;
      }
      if (held === undefined) queueMicrotask(flush);
      held ??= event;
      editDeltas(event.data, (delta) => {
        if (typeof delta.content === 'string') text += delta.content;
        return delta;
      });
    },
    end() {
      flush();
      sink.end();
    },
  };
}

/** With the name that clients use, in a response within an event too. */
function withOwnName(body: JsonObject): JsonObject {
  const { model, response } = body;
  return {
    ...body,
    ...(typeof model === 'string' && { model: model.replace(PREFIX, '') }),
    ...(isJsonObject(response) && { response: withOwnName(response) }),
  };
}
