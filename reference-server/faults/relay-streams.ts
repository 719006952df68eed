import { DONE, type PlannedEvent } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { editDeltas, editItems, editMessages } from '../relay/edit-answer.ts';
import { filterSink } from '../relay/edit-sink.ts';
import { editsAnswer, editsEvents } from '../relay/edits.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import type { EventSink } from '../relay/relay-steps.ts';
import { relayed } from '../relayed.ts';

const INTERVAL_MS = 100;

const MOST_CHARACTERS = 64 * 1024;

/** The first half of a character. */
const HALF = /[\ud800-\udbff](?=[\udc00-\udfff])/;

const DROPPED = 3;

/** As estimates have it. */
const CHARACTERS_PER_TOKEN = 4;

export const relayStreamsFaults = relayed([
  {
    id: 'relay-batch-100ms',
    summary: 'The events of a stream of the provider are passed on every 100 ms.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        let held: PlannedEvent[] = [];
        let timer: NodeJS.Timeout | undefined;
        const flush = () => {
          clearTimeout(timer);
          timer = undefined;
          for (const event of held) next.event(event);
          held = [];
        };
        return {
          event(event) {
            held.push(event);
            timer ??= setTimeout(flush, INTERVAL_MS);
          },
          end() {
            flush();
            next.end();
          },
        };
      },
    }),
  },
  {
    id: 'relay-buffer-all',
    summary: 'A stream of the provider is passed on at its end, all at once.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        const held: PlannedEvent[] = [];
        return {
          event: (event) => void held.push(event),
          end() {
            for (const event of held) next.event(event);
            next.end();
          },
        };
      },
    }),
  },
  {
    id: 'relay-cap-line',
    summary: 'The text of an event of the provider is cut after 64 KiB.',
    hooks: editsEvents((chunk) =>
      editDeltas(chunk, (delta) => {
        const { content } = delta;
        if (typeof content !== 'string') return delta;
        return { ...delta, content: content.slice(0, MOST_CHARACTERS) };
      }),
    ),
  },
  {
    id: 'relay-choices-zero',
    summary: 'A chunk of the provider without choices ends the stream.',
    hooks: editsEvents((chunk) => {
      const isEmpty = Array.isArray(chunk.choices) && chunk.choices.length === 0;
      if (isEmpty) throw new ProviderFailure({ kind: 'unusable' });
      return chunk;
    }),
  },
  {
    id: 'relay-clean-end-on-cut',
    summary: 'A chat stream that the provider cut ends as if it were complete.',
    hooks({ relaySink, endFailedStream }) {
      const last = new WeakMap<EventSink, JsonObject>();
      return {
        relaySink(sink, call) {
          const next = relaySink(sink, call);
          const remembering: EventSink = {
            event(event) {
              if (typeof event.data !== 'string') last.set(remembering, event.data);
              next.event(event);
            },
            end: () => next.end(),
          };
          return remembering;
        },
        endFailedStream(sink, failure, stream) {
          const chunk = last.get(sink);
          if (stream.operation !== 'chat' || failure.reason.kind !== 'cut' || chunk === undefined) {
            endFailedStream(sink, failure, stream);
            return;
          }
          const data = editChoices(chunk, (choice) => ({
            ...choice,
            delta: {},
            finish_reason: 'stop',
          }));
          sink.event({ data, dueMs: 0 });
          sink.event({ data: DONE, dueMs: 0 });
          sink.end();
        },
      };
    },
  },
  {
    id: 'relay-cut-pairs',
    summary: 'A delta of a chat ends with the first half of a character beyond U+FFFF.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        return {
          event(event) {
            const { data } = event;
            const parts = typeof data === 'string' || !hasPair(data) ? [data] : cut(data);
            for (const part of parts) next.event({ ...event, data: part });
          },
          end: () => next.end(),
        };
      },
    }),
  },
  {
    id: 'relay-decode-per-chunk',
    summary:
      'Each piece of a stream of the provider is decoded alone: a character that is cut is lost.',
    hooks: () => ({ streamDecoder: () => (bytes) => bytes.toString('utf8') }),
  },
  {
    id: 'relay-drop-refusal',
    summary: 'The refusal of a model is lost.',
    hooks: editsAnswer(
      (body) => editMessages(body, withoutRefusal),
      (chunk) => editDeltas(chunk, withoutRefusal),
    ),
  },
  {
    id: 'relay-drop-token',
    summary: 'The third token of a stream of the provider is lost.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        let tokens = 0;
        return filterSink(relaySink(sink, call), (event) => {
          if (event.token === true) tokens += 1;
          return event.token === true && tokens === DROPPED ? undefined : event;
        });
      },
    }),
  },
  {
    id: 'relay-finish-always-stop',
    summary: 'Every finish_reason of the provider becomes stop.',
    hooks: editsAnswer(stopped),
  },
  {
    id: 'relay-forget-cached',
    summary: 'No token of a chat is cached in its usage, whatever the provider says.',
    hooks: editsAnswer(uncached),
  },
  {
    id: 'relay-hold-token',
    summary:
      'Each event of a streamed response of the provider is passed on when the next one has come.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        if (call.operation !== 'responses') return next;
        let held: PlannedEvent | undefined;
        const flush = () => {
          if (held !== undefined) next.event(held);
          held = undefined;
        };
        return {
          event(event) {
            flush();
            held = event;
          },
          end() {
            flush();
            next.end();
          },
        };
      },
    }),
  },
  {
    id: 'relay-incomplete-as-completed',
    summary: 'A response that the provider left incomplete is completed for the client.',
    hooks: ({ relayBody, relaySink }) => ({
      relayBody: (body, ...rest) => completed(relayBody(body, ...rest)),
      relaySink: (sink, call) =>
        filterSink(relaySink(sink, call), (event) => {
          const { data } = event;
          if (typeof data === 'string' || data.type !== 'response.incomplete') return event;
          const type = 'response.completed';
          const { response } = data;
          const whole = isJsonObject(response) && { response: completed(response) };
          return { ...event, name: type, data: { ...data, ...whole, type } };
        }),
    }),
  },
  {
    id: 'relay-swallow-event-error',
    summary: 'An error event of the provider is lost: the stream ends with [DONE].',
    hooks: ({ endFailedStream }) => ({
      endFailedStream(sink, failure, stream) {
        if (failure.reason.kind !== 'failed' || stream.operation !== 'chat') {
          endFailedStream(sink, failure, stream);
          return;
        }
        sink.event({ data: DONE, dueMs: 0 });
        sink.end();
      },
    }),
  },
  {
    id: 'relay-tool-index-zero',
    summary: 'Every part of a tool call in a stream of the provider has the index 0.',
    hooks: editsEvents(withIndexZero),
  },
  {
    id: 'relay-usage-estimated',
    summary: 'The gateway estimates the usage instead of taking that of the provider.',
    hooks: editsAnswer(estimated),
  },
]);

function hasPair(chunk: JsonObject): boolean {
  let found = false;
  editDeltas(chunk, (delta) => {
    found ||= typeof delta.content === 'string' && HALF.test(delta.content);
    return delta;
  });
  return found;
}

function cut(chunk: JsonObject): readonly JsonObject[] {
  const edits = [
    (text: string) => text.slice(0, middle(text)),
    (text: string) => text.slice(middle(text)),
  ];
  return edits.map((edit) =>
    editDeltas(chunk, (delta) =>
      typeof delta.content === 'string' ? { ...delta, content: edit(delta.content) } : delta,
    ),
  );
}

function middle(text: string): number {
  return text.search(HALF) + 1;
}

function withoutRefusal(message: JsonObject): JsonObject {
  const { refusal: _, ...others } = message;
  return others;
}

function stopped(body: JsonObject): JsonObject {
  return editItems(body, 'choices', (choice) =>
    typeof choice.finish_reason === 'string' ? { ...choice, finish_reason: 'stop' } : choice,
  );
}

function uncached(body: JsonObject): JsonObject {
  const { usage } = body;
  if (!isJsonObject(usage) || usage.prompt_tokens === undefined) return body;
  return { ...body, usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } } };
}

function completed(body: JsonObject): JsonObject {
  if (body.status !== 'incomplete') return body;
  return { ...body, status: 'completed', incomplete_details: null };
}

function withIndexZero(chunk: JsonObject): JsonObject {
  return editDeltas(chunk, (delta) =>
    editItems(delta, 'tool_calls', (call) => ({ ...call, index: 0 })),
  );
}

function estimated(body: JsonObject): JsonObject {
  const { usage, response } = body;
  if (isJsonObject(response)) return { ...body, response: estimated(response) };
  if (!isJsonObject(usage)) return body;
  const estimate = Math.ceil(JSON.stringify(body).length / CHARACTERS_PER_TOKEN);
  const members = Object.keys(usage).map((name) => {
    const known = usage[name];
    const isOutput = name === 'completion_tokens' || name === 'output_tokens';
    return [name, isOutput || name === 'total_tokens' ? estimate : known] as const;
  });
  return { ...body, usage: Object.fromEntries(members) };
}
