import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import { outputText, replyText, responseBody } from '../../../answers/reply.ts';
import {
  completedResponse,
  responseEvents,
  responseStreamText,
} from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import {
  DONE,
  KNOWN_RESPONSES_EVENTS,
  KnownResponsesEventSchema,
  RESPONSE_STATE_EVENTS,
  SnapshotDetailsSchema,
} from '../../../contract/stream-events.ts';
import { countText } from '../../../input/count-text.ts';
import { begunRule, seriesRule, streamRule } from '../../declare.ts';
import { textDifference, within } from '../../findings/differences.ts';
import { shortResponseStream } from '../../probes/answers.ts';
import { twinResponses } from '../../probes/echoes.ts';
import { type Finding, need } from '../../rule.ts';

export const responsesStreamEventName = streamRule('responses-stream-event-name', {
  level: 'must',
  assumed: 'Open Responses, "The event field MUST match the type in the event body"',
  statement: 'The event: line of each event of a responses stream equals the type in its data.',
  harm: 'A client that listens for an event name does not get an event with another name, or with none.',
  provenBy: 'rst-event-name-mismatch',
  settings: ['eventLine'],
  probe: shortResponseStream,
  *judge(stream, expect) {
    const events = responseEvents(stream);
    need(events.length > 0, 'a stream with typed events');

    for (const { event, type } of events) {
      if (event.type === type) continue;
      if (event.type === '' && expect.eventLine === 'optional') continue;
      const actual = event.type === '' ? 'no event: line' : `event: ${event.type}`;
      yield { expected: `event: ${type}`, actual, atMs: event.atMs };
    }
  },
});

export const responsesStreamEventShape = begunRule('responses-stream-event-shape', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseStreamEvent; Open Responses, streaming events and errors',
  statement:
    'Every event of a responses stream has a type and the fields of that type, among them the ids and indices of its item and part.',
  harm: 'Typed clients select an event by its type and read its fields: if one is missing they fail during the stream.',
  provenBy: 'rst-delta-no-index',
  probe: shortResponseStream,
  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const events = reply.events.filter(({ data, json }) => data !== DONE && isJsonObject(json));
    need(events.length > 0, 'a stream with events');
    for (const { json, atMs } of events) {
      for (const found of isJsonObject(json) ? oddities(json) : []) yield { ...found, atMs };
    }
  },
});

function* oddities(json: JsonObject): Iterable<Finding> {
  const { type } = json;
  if (typeof type !== 'string') {
    yield { expected: 'string', actual: type, where: 'type' };
  } else if (type !== 'error' && KNOWN_RESPONSES_EVENTS.has(type) && !isPlainDelta(json)) {
    for (const found of contradictions(KnownResponsesEventSchema, json)) {
      if (OTHERS.has(found.where ?? '')) continue;
      yield { ...found, where: `${type}, ${found.where ?? 'event'}` };
    }
  }
}

/** Other rules judge the sequence, and what clients read of the response, its items and parts. */
const OTHERS: ReadonlySet<string> = new Set([
  'sequence_number',
  'response',
  'response.id',
  'response.object',
  'response.status',
  'item',
  'item.id',
  'item.type',
  'part',
  'part.type',
]);

/** Most events are deltas, and the schema takes far longer to check that one is complete. */
function isPlainDelta(json: JsonObject): boolean {
  return (
    json.type === 'response.output_text.delta' &&
    typeof json.delta === 'string' &&
    typeof json.item_id === 'string' &&
    Number.isInteger(json.output_index) &&
    Number.isInteger(json.content_index)
  );
}

export const responsesStreamDetails = begunRule('responses-stream-details', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, Response, ResponseErrorEvent; Open Responses, errors',
  statement:
    'The response in an event about its state has the object "response" and a status. An error event has a message.',
  harm: 'A program that shows the state of a response, or the reason of a failure, shows nothing.',
  provenBy: 'rst-object-wrong',
  probe: shortResponseStream,
  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const events = responseEvents(reply).filter(
      ({ type }) => type === 'error' || RESPONSE_STATE_EVENTS.has(type),
    );
    need(events.length > 0, 'an event about the state of the response');
    for (const { event, type, json } of events) {
      const { atMs } = event;
      if (type !== 'error') {
        const place = { where: `${type}, response`, atMs };
        yield* within(place, contradictions(SnapshotDetailsSchema, json.response));
        continue;
      }
      // OpenAI puts the message in the event, Open Responses in its field error.
      const message = json.message ?? member(json.error, 'message');
      if (typeof message === 'string' && message !== '') continue;
      const actual = json.error;
      yield { expected: 'message, or error.message', actual, where: 'error', atMs };
    }
  },
});

/** Events inside an output item, which must have the id of that item. */
const INSIDE =
  /^response\.(content_part|output_text|refusal|function_call_arguments)\.(added|delta|done)$/;

export const responsesStreamIdsAgree = streamRule('responses-stream-ids-agree', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, item_id and output_index (required); theopenco/llmgateway#2287',
  statement:
    'All events of a responses stream have the same response id, and each item_id is the id of the item announced at its output_index.',
  harm: 'A client stores each delta by its item: with a wrong id the text lands in another answer.',
  provenBy: 'rst-item-id-mismatch',
  probe: shortResponseStream,
  *judge(stream) {
    const ids = new AnnouncedIds();
    let count = 0;
    for (const { event, type, json } of responseEvents(stream)) {
      for (const { where, expected, actual } of ids.take(type, json)) {
        count += 1;
        if (expected !== actual)
          yield { expected, actual, where: `${type}, ${where}`, atMs: event.atMs };
      }
    }
    need(count > 0, 'a stream whose events refer to a response or an item');
  },
});

interface Reference extends Finding {
  readonly where: string;
}

class AnnouncedIds {
  #response: string | undefined;
  readonly #items = new Map<unknown, string>();

  /** The references of one event to earlier ones. */
  *take(type: string, json: JsonObject): Iterable<Reference> {
    const response = member(json.response, 'id');
    if (typeof response === 'string') {
      if (this.#response === undefined) this.#response = response;
      else yield { where: 'response.id', expected: this.#response, actual: response };
    }
    const { output_index: index } = json;
    const item = member(json.item, 'id');
    if (type === 'response.output_item.added' && typeof item === 'string') {
      this.#items.set(index, item);
    }
    const expected = this.#items.get(index);
    if (expected === undefined) return;
    if (type === 'response.output_item.done') {
      yield { where: 'item.id', expected, actual: item };
    } else if (INSIDE.test(type)) {
      yield { where: 'item_id', expected, actual: json.item_id };
    }
  }
}

export const responsesStreamTextDone = streamRule('responses-stream-text-done', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseTextDoneEvent; Open Responses, streaming events',
  statement:
    'The events output_text.done, content_part.done and output_item.done have the joined deltas as their text.',
  harm: 'A client that stores the text of the done events keeps another answer than its user read.',
  provenBy: 'rst-done-text-differs',
  probe: shortResponseStream,
  *judge(stream) {
    const deltas = new Map<string, string>();
    let count = 0;
    for (const { event, type, json } of responseEvents(stream)) {
      if (type === 'response.output_text.delta') {
        const part = partOf(json, json.content_index);
        deltas.set(part, (deltas.get(part) ?? '') + String(json.delta));
      }
      for (const { part, text } of repeatedTexts(type, json)) {
        count += 1;
        const difference = textDifference(deltas.get(part) ?? '', text);
        if (difference) yield { ...difference, where: type, atMs: event.atMs };
      }
    }
    need(count > 0, 'a stream with a finished text');
  },
});

interface Repeated {
  readonly part: string;
  readonly text: string;
}

function repeatedTexts(type: string, json: JsonObject): readonly Repeated[] {
  switch (type) {
    case 'response.output_text.done':
      return repeated(json, json.content_index, json.text);
    case 'response.content_part.done':
      return isText(json.part) ? repeated(json, json.content_index, member(json.part, 'text')) : [];
    case 'response.output_item.done':
      return objectsIn(member(json.item, 'content')).flatMap((part, index) =>
        isText(part) ? repeated(json, index, part.text) : [],
      );
    default:
      return [];
  }
}

function repeated(json: JsonObject, contentIndex: unknown, text: unknown): readonly Repeated[] {
  return [{ part: partOf(json, contentIndex), text: typeof text === 'string' ? text : '' }];
}

function isText(part: unknown): boolean {
  return member(part, 'type') === 'output_text';
}

function partOf({ output_index: index }: JsonObject, contentIndex: unknown): string {
  return `${String(index)}/${String(contentIndex)}`;
}

export const responsesStreamFinalComplete = streamRule('responses-stream-final-complete', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseCompletedEvent; agentgateway/agentgateway#3326',
  statement:
    'The event response.completed has the whole response: the status completed, every output item at its output_index with its text, and usage.',
  harm: 'Many clients keep only the last event: they never get what is missing there.',
  provenBy: 'rst-final-output-empty',
  probe: shortResponseStream,
  *judge(stream) {
    const response = completedResponse(stream);
    need(response, 'a stream with response.completed');
    const { status, output, usage } = response;
    if (status !== 'completed') {
      yield { expected: 'completed', actual: status, where: 'response.status' };
    }
    if (!isJsonObject(usage)) {
      yield { expected: 'an object', actual: usage, where: 'response.usage' };
    }
    const items = responseEvents(stream).filter(({ type }) => type === 'response.output_item.done');
    if (Array.isArray(output) && output.length === items.length) {
      yield* misplacedItems(
        output,
        items.map(({ json }) => json),
      );
      yield* otherTexts(response, responseStreamText(stream));
      return;
    }
    yield {
      expected: `${countText(items.length, 'item')}, as in the stream`,
      actual: Array.isArray(output) ? countText(output.length, 'item') : output,
      where: 'response.output',
    };
  },
});

function* otherTexts(response: JsonObject, streamed: string): Iterable<Finding> {
  const texts = { output: outputText(response), output_text: response.output_text };
  for (const [name, text] of Object.entries(texts)) {
    const difference = typeof text === 'string' ? textDifference(streamed, text) : undefined;
    if (difference) yield { ...difference, where: `response.${name}` };
  }
}

/** Items that the response does not have where their output_index says. */
function* misplacedItems(
  output: readonly unknown[],
  done: readonly JsonObject[],
): Iterable<Finding> {
  for (const { item, output_index: index } of done) {
    const id = member(item, 'id');
    if (typeof id !== 'string' || typeof index !== 'number') continue;
    const at = output[index];
    const actual = member(at, 'id');
    if (at !== undefined && (actual === undefined || actual === id)) continue;
    const where = `response.output[${index}]`;
    yield {
      expected: `the item ${id}, as its output_index says`,
      actual,
      where,
    };
  }
}

export const responsesStreamEqualsSync = seriesRule('responses-stream-equals-sync', {
  level: 'must',
  assumed: 'interface §Endpoints rule 1 ("either as one synchronous body or as a stream")',
  statement:
    'A streamed response has the same text, model, item types and usage as the response in one body.',
  harm: 'Users who turn on streaming get another answer, or another bill, than those who do not.',
  provenBy: 'rst-drop-one-delta',
  needs: ['echoing-model'],
  settings: ['usageNames'],
  probe: twinResponses,
  *judge({ exchanges }, expect) {
    const replies = exchanges.map((exchange) => narrow('reply', exchange));
    const [body, stream] = replies;
    need(body?.form === 'body' && stream?.form === 'stream', 'one body and one whole stream');
    const [whole, streamed] = [responseBody(body), responseBody(stream)];
    need(whole && streamed, 'a response in one body and as a stream');

    for (const [where, read] of Object.entries(compared(expect.usageNames.responses))) {
      const [wanted, actual] = [read(whole), read(streamed)];
      if (isDeepStrictEqual(wanted ?? null, actual ?? null)) continue;
      yield {
        expected: JSON.stringify(wanted) ?? 'absent',
        actual,
        where,
        exchange: stream.exchange,
      };
    }
    yield* differentText(body, stream);
  },
});

function compared(usageNames: readonly string[]) {
  return {
    model: ({ model }: JsonObject) => model,
    'output, types': ({ output }: JsonObject) => objectsIn(output).map(({ type }) => type ?? null),
    usage: ({ usage }: JsonObject) => usageNames.map((name) => member(usage, name) ?? null),
  };
}

function* differentText(body: Answer, stream: Stream): Iterable<Finding> {
  const difference = textDifference(replyText(body) ?? '', replyText(stream) ?? '');
  if (difference) yield { ...difference, where: 'deltas joined', exchange: stream.exchange };
}
