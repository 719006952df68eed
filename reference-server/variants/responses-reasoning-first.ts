import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

/** How many events of a response stream come before its first item. */
const OPENING = 2;

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

export const responsesReasoningFirst: Alteration = {
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
};
