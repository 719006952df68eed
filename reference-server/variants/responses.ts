import { append, editData, editMember } from '../edits/json.ts';
import { after, alters } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { DONE, type PlannedEvent } from '../http/answer.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';
import { REQUESTED } from '../models/responses.ts';

const INCOMPLETE_TYPE = 'response.incomplete';

const CUT_OFF = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };

const QUEUED_TYPE = 'response.queued';

/** How many events of a response stream come before its first item. */
const OPENING = 2;

const UNKNOWN_EVENT_TYPE = 'reference.progress';

const AFTER = 5;

export const responsesVariants: Alterations = {
  'responses-bare': alters('A response has no members that only Open Responses requires.')(
    ({ presentResponse, planResponse }) => ({
      presentResponse: (completion) => bare(presentResponse(completion)),
      planResponse: (completion) =>
        editData(planResponse(completion), (data) => editMember(data, 'response', bare)),
    }),
  ),
  'responses-done': after('planResponse')(
    'A responses stream ends with [DONE], as Open Responses requires.',
  )((events) => append(events, DONE)),
  'responses-incomplete': alters('A response is incomplete because it reached its length limit.')(
    ({ presentResponse, planResponse }) => ({
      presentResponse: (completion) => ({ ...presentResponse(completion), ...CUT_OFF }),
      planResponse: (completion) => planResponse(completion).map(endEarly),
    }),
  ),
  'responses-queued': renumbers('A streamed response is queued before it is in progress.')(
    (events) => {
      const [created] = editData(events.slice(0, 1), queue);
      if (created === undefined || typeof created.data === 'string') return events;
      const data = { ...created.data, type: QUEUED_TYPE };
      return [created, { ...created, name: QUEUED_TYPE, data }, ...events.slice(1)];
    },
  ),
  'responses-reasoning-first': alters(
    'The output of a response begins with a reasoning item without text.',
  )(({ presentResponse, planResponse }) => ({
    presentResponse: (completion) => think(presentResponse(completion), completion.id),
    planResponse(completion) {
      const { id } = completion;
      const events = editData(planResponse(completion), (data) => moveOn(data, id));
      const item = itemEvents(id, events[OPENING]?.dueMs ?? 0);
      return renumbered(events.toSpliced(OPENING, 0, ...item));
    },
  })),
  'responses-sparse-sequence': after('planResponse')(
    'The sequence numbers of a responses stream begin at 1 and increase by 10.',
  )((events) => renumbered(events, 1, 10)),
  'responses-tool-done-only': renumbers(
    'The arguments of a call in a responses stream come without deltas, whole when they are done.',
  )((events) => events.filter(({ name }) => name !== 'response.function_call_arguments.delta')),
  'responses-unknown-event': renumbers('A responses stream has an event of an unknown type.')(
    (events) => {
      const { dueMs = 0 } = events[AFTER - 1] ?? {};
      const own = { name: UNKNOWN_EVENT_TYPE, data: { type: UNKNOWN_EVENT_TYPE }, dueMs };
      return events.toSpliced(AFTER, 0, own);
    },
  ),
};

function bare(response: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([name]) => !(name in REQUESTED)));
}

type Plan = readonly PlannedEvent[];

/** Other events of a responses stream, whose sequence numbers have no gap. */
function renumbers(summary: string) {
  return (edit: (events: Plan, completion: Completion) => Plan): Alteration =>
    after('planResponse')(summary)((events, completion) => renumbered(edit(events, completion)));
}

function renumbered(events: Plan, first = 0, step = 1): Plan {
  return editData(events, (data, _event, index) => ({
    ...data,
    sequence_number: first + index * step,
  }));
}

function endEarly(event: PlannedEvent): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.type !== 'response.completed') return event;
  const cut = editMember(data, 'response', (response) => ({ ...response, ...CUT_OFF }));
  return { ...event, name: INCOMPLETE_TYPE, data: { ...cut, type: INCOMPLETE_TYPE } };
}

function queue(data: JsonObject): JsonObject {
  return editMember(data, 'response', (response) => ({ ...response, status: 'queued' }));
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

function itemEvents(id: string, dueMs: number): Plan {
  return ['response.output_item.added', 'response.output_item.done'].map((type) => ({
    name: type,
    data: { type, sequence_number: 0, output_index: 0, item: reasoning(id) },
    dueMs,
  }));
}
