import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

export const rstObjectWrong: Alteration = {
  id: 'rst-object-wrong',
  summary: 'The object of the response in the events of a stream is "chat.completion".',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data) => {
        const { response } = data;
        if (!isJsonObject(response)) return data;
        return { ...data, response: { ...response, object: 'chat.completion' } };
      }),
  }),
};
