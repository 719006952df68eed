import {
  editChoices,
  editDeltas,
  editItems,
  editMessages,
  editText,
  without,
} from '../edits/json.ts';
import { editsAnswer, editsRelayed, endsFailed, relayed } from '../edits/relays.ts';
import { after } from '../edits/steps.ts';
import type { Alteration } from '../hooks.ts';
import { DONE, type PlannedEvent } from '../http/answer.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

/** As estimates have it. */
const CHARACTERS_PER_TOKEN = 4;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const relayStreamsFaults = relayed({
  'relay-batch-100ms': holdsEvents(100)(
    'The events of a stream of the provider are passed on every 100 ms.',
  ),
  'relay-buffer-all': holdsEvents(LONGEST_TIMER_MS)(
    'A stream of the provider is passed on at its end, all at once.',
  ),
  'relay-cap-line': editsRelayed('The text of an event of the provider is cut after 64 KiB.')(
    (chunk) => editText(chunk, (text) => text.slice(0, 64 * 1024)),
  ),
  'relay-choices-zero': editsRelayed('A chunk of the provider without choices ends the stream.')(
    (chunk) => {
      const isEmpty = Array.isArray(chunk.choices) && chunk.choices.length === 0;
      if (isEmpty) throw new ProviderFailure({ kind: 'unusable' });
      return chunk;
    },
  ),
  'relay-clean-end-on-cut': endsFailed(
    (reason, { operation }) => operation === 'chat' && reason === 'cut',
    ({ last }) => {
      const finish = { delta: {}, finish_reason: 'stop' };
      return [editChoices(last, (choice) => ({ ...choice, ...finish })), DONE];
    },
  )('A chat stream that the provider cut ends as if it were complete.'),
  'relay-decode-per-chunk': after('streamDecoder')(
    'Each piece of a stream of the provider is decoded alone: a character that is cut is lost.',
  )(() => (bytes) => bytes.toString('utf8')),
  'relay-drop-refusal': editsAnswer('The refusal of a model is lost.')((body) =>
    editMessages(editDeltas(body, withoutRefusal), withoutRefusal),
  ),
  'relay-drop-token': after('relaySink')('The third token of a stream of the provider is lost.')(
    (next) => {
      let tokens = 0;
      return {
        event(event) {
          if (event.token === true) tokens += 1;
          if (event.token !== true || tokens !== 3) next.event(event);
        },
        end: () => next.end(),
      };
    },
  ),
  'relay-finish-always-stop': editsAnswer('Every finish_reason of the provider becomes stop.')(
    (body) =>
      editChoices(body, (choice) =>
        typeof choice.finish_reason === 'string' ? { ...choice, finish_reason: 'stop' } : choice,
      ),
  ),
  'relay-swallow-event-error': endsFailed(
    (reason, { operation }) => operation === 'chat' && reason === 'failed',
    () => [DONE],
  )('An error event of the provider is lost: the stream ends with [DONE].'),
  'relay-tool-index-zero': editsRelayed(
    'Every part of a tool call in a stream of the provider has the index 0.',
  )((chunk) =>
    editDeltas(chunk, (delta) => editItems(delta, 'tool_calls', (call) => ({ ...call, index: 0 }))),
  ),
  'relay-usage-estimated': editsAnswer(
    'The gateway estimates the usage instead of taking that of the provider.',
  )(estimated),
});

/** Events wait until the first of them has waited this long, or the stream ends. */
function holdsEvents(ms: number) {
  return (summary: string): Alteration =>
    after('relaySink')(summary)((next) => {
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
          timer ??= setTimeout(flush, ms);
        },
        end() {
          flush();
          next.end();
        },
      };
    });
}

function withoutRefusal(message: JsonObject): JsonObject {
  return without(message, 'refusal');
}

function estimated(body: JsonObject): JsonObject {
  const { usage, response } = body;
  if (isJsonObject(response)) return { ...body, response: estimated(response) };
  if (!isJsonObject(usage)) return body;
  const estimate = Math.ceil(JSON.stringify(body).length / CHARACTERS_PER_TOKEN);
  const counts = ['completion_tokens', 'output_tokens', 'total_tokens'].filter(
    (name) => usage[name] !== undefined,
  );
  const estimates = Object.fromEntries(counts.map((name) => [name, estimate]));
  return { ...body, usage: { ...usage, ...estimates } };
}
