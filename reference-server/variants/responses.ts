import { plansResponse } from '../edits/streams.ts';
import type { Alteration } from '../hooks.ts';
import { DONE, type PlannedEvent } from '../http/answer.ts';
import { append, editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';

const INCOMPLETE_TYPE = 'response.incomplete';

const CUT_OFF = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };

const QUEUED_TYPE = 'response.queued';

/** How many events of a response stream come before its first item. */
const OPENING = 2;

const FIRST = 1;

const STEP = 10;

const UNKNOWN_EVENT_TYPE = 'reference.progress';

const AFTER = 5;

export const responsesVariants: readonly Alteration[] = [
  plansResponse(
    'responses-done',
    'A responses stream ends with [DONE], as Open Responses requires.',
    (events) => append(events, DONE),
  ),
  {
    id: 'responses-incomplete',
    summary: 'A response is incomplete because it reached its length limit.',
    hooks: ({ presentResponse, planResponse }) => ({
      presentResponse: (completion) => cutOff(presentResponse(completion)),
      planResponse: (completion) => planResponse(completion).map(endEarly),
    }),
  },
  {
    id: 'responses-queued',
    summary: 'A streamed response is queued before it is in progress.',
    hooks: ({ planResponse }) => ({
      planResponse(completion) {
        const events = planResponse(completion);
        const [created] = editData(events.slice(0, 1), queue);
        if (created === undefined || typeof created.data === 'string') return events;
        const queued = {
          ...created,
          name: QUEUED_TYPE,
          data: { ...created.data, type: QUEUED_TYPE },
        };
        return editData([created, queued, ...events.slice(1)], (data, _event, index) => ({
          ...data,
          sequence_number: index,
        }));
      },
    }),
  },
  {
    id: 'responses-reasoning-first',
    summary: 'The output of a response begins with a reasoning item without text.',
    hooks: ({ presentResponse, planResponse }) => ({
      presentResponse: (completion) => think(presentResponse(completion), completion.id),
      planResponse(completion) {
        const { id } = completion;
        const events = editData(planResponse(completion), (data) => moveOn(data, id));
        const item = itemEvents(id, events[OPENING]?.dueMs ?? 0);
        return editData(
          [...events.slice(0, OPENING), ...item, ...events.slice(OPENING)],
          (data, _event, index) => ({ ...data, sequence_number: index }),
        );
      },
    }),
  },
  plansResponse(
    'responses-sparse-sequence',
    'The sequence numbers of a responses stream begin at 1 and increase by 10.',
    (events) =>
      editData(events, (data, _event, index) => ({
        ...data,
        sequence_number: FIRST + index * STEP,
      })),
  ),
  {
    id: 'responses-two-parts',
    summary: 'The text of a response is in two consecutive content parts.',
    hooks: ({ presentResponse, planResponse }) => ({
      presentResponse: (completion) =>
        splitResponse(presentResponse(completion), halve(completion)),
      planResponse(completion) {
        const halves = halve(completion);
        const events = editData(planResponse(completion), (data) => splitEvent(data, halves));
        const at = events.findIndex(({ name }) => name === 'response.output_text.delta');
        const delta = events[at];
        if (delta === undefined || typeof delta.data === 'string') return events;
        const { item_id = null, output_index = null } = delta.data;
        const middle = at + cut(completion);
        const dueMs = events[middle]?.dueMs ?? 0;
        const whole = [
          ...events.slice(0, middle),
          ...seam({ item_id, output_index }, halves, dueMs),
          ...events.slice(middle).map((event) => inSecond(event, halves)),
        ];
        return editData(whole, (data, _event, index) => ({ ...data, sequence_number: index }));
      },
    }),
  },
  {
    id: 'responses-unknown-event',
    summary: 'A responses stream has an event of an unknown type.',
    hooks: ({ planResponse }) => ({
      planResponse(completion) {
        const events = planResponse(completion);
        const { dueMs = 0 } = events[AFTER - 1] ?? {};
        const own = { name: UNKNOWN_EVENT_TYPE, data: { type: UNKNOWN_EVENT_TYPE }, dueMs };
        return editData(
          [...events.slice(0, AFTER), own, ...events.slice(AFTER)],
          (data, _event, index) => ({ ...data, sequence_number: index }),
        );
      },
    }),
  },
];

function cutOff(response: JsonObject): JsonObject {
  return { ...response, ...CUT_OFF };
}

function endEarly(event: PlannedEvent): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.type !== 'response.completed') return event;
  const response = isJsonObject(data.response) ? cutOff(data.response) : null;
  return { ...event, name: INCOMPLETE_TYPE, data: { ...data, type: INCOMPLETE_TYPE, response } };
}

function queue(data: JsonObject): JsonObject {
  const { response } = data;
  return isJsonObject(response) ? { ...data, response: { ...response, status: 'queued' } } : data;
}

function reasoning(id: string): JsonObject {
  return { id: `rs_${id}`, type: 'reasoning', summary: [], encrypted_content: 'AA==' };
}

/** The same response with the reasoning before its output, if it has any output yet. */
function think(response: JsonObject, id: string): JsonObject {
  const { output } = response;
  if (!Array.isArray(output) || output.length === 0) return response;
  return { ...response, output: [reasoning(id), ...output] };
}

function moveOn(data: JsonObject, id: string): JsonObject {
  const { response, output_index: index } = data;
  if (isJsonObject(response)) return { ...data, response: think(response, id) };
  return typeof index === 'number' ? { ...data, output_index: index + 1 } : data;
}

function itemEvents(id: string, dueMs: number): readonly PlannedEvent[] {
  return ['response.output_item.added', 'response.output_item.done'].map((type) => ({
    name: type,
    data: { type, sequence_number: 0, output_index: 0, item: reasoning(id) },
    dueMs,
  }));
}

type Halves = readonly [first: string, second: string];

function cut({ tokens }: Completion): number {
  return Math.ceil(tokens.length / 2);
}

function halve(completion: Completion): Halves {
  const middle = cut(completion);
  const { tokens } = completion;
  return [tokens.slice(0, middle).join(''), tokens.slice(middle).join('')];
}

function part(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

/** The item with its text in two parts, if it has text yet. */
function splitItem(item: JsonObject, halves: Halves): JsonObject {
  const { content } = item;
  return Array.isArray(content) && content.length > 0
    ? { ...item, content: halves.map(part) }
    : item;
}

function splitResponse(response: JsonObject, halves: Halves): JsonObject {
  const { output } = response;
  if (!Array.isArray(output)) return response;
  return {
    ...response,
    output: output.filter(isJsonObject).map((item) => splitItem(item, halves)),
  };
}

function splitEvent(data: JsonObject, halves: Halves): JsonObject {
  const { response, item } = data;
  if (isJsonObject(response)) return { ...data, response: splitResponse(response, halves) };
  return isJsonObject(item) ? { ...data, item: splitItem(item, halves) } : data;
}

/** The event moved into the second part. */
function inSecond(event: PlannedEvent, [, text]: Halves): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.content_index === undefined) return event;
  const moved = { ...data, content_index: 1 };
  if (data.type === 'response.output_text.done') return { ...event, data: { ...moved, text } };
  if (data.type === 'response.content_part.done') {
    return { ...event, data: { ...moved, part: part(text) } };
  }
  return { ...event, data: moved };
}

/** The events that close the first part and open the second. */
function seam(place: JsonObject, [text]: Halves, dueMs: number): readonly PlannedEvent[] {
  const first = { ...place, content_index: 0 };
  const second = { ...place, content_index: 1 };
  return [
    { type: 'response.output_text.done', ...first, text, logprobs: [] },
    { type: 'response.content_part.done', ...first, part: part(text) },
    { type: 'response.content_part.added', ...second, part: part('') },
  ].map((data) => ({ name: data.type, data, dueMs }));
}
