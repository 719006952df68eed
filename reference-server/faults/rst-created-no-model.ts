import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

export const rstCreatedNoModel: Alteration = {
  id: 'rst-created-no-model',
  summary: 'The response of response.created has no model and no created_at.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, { name }) => {
        if (name !== 'response.created' || !isJsonObject(data.response)) return data;
        const { model: _, created_at: __, ...response } = data.response;
        return { ...data, response };
      }),
  }),
};
