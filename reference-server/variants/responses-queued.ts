import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

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
