import { editData } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

const TYPE = 'response.queued';

function queue(data: JsonObject): JsonObject {
  const { response } = data;
  return isJsonObject(response) ? { ...data, response: { ...response, status: 'queued' } } : data;
}

export const responsesQueued: Alteration = {
  id: 'responses-queued',
  summary: 'A streamed response is queued before it is in progress.',
  hooks: ({ planResponse }) => ({
    planResponse(completion) {
      const events = planResponse(completion);
      const [created] = editData(events.slice(0, 1), queue);
      if (created === undefined || typeof created.data === 'string') return events;
      const queued = { ...created, name: TYPE, data: { ...created.data, type: TYPE } };
      return editData([created, queued, ...events.slice(1)], (data, _event, index) => ({
        ...data,
        sequence_number: index,
      }));
    },
  }),
};
