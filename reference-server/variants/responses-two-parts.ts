import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';

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

export const responsesTwoParts: Alteration = {
  id: 'responses-two-parts',
  summary: 'The text of a response is in two consecutive content parts.',
  hooks: ({ presentResponse, planResponse }) => ({
    presentResponse: (completion) => splitResponse(presentResponse(completion), halve(completion)),
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
};
