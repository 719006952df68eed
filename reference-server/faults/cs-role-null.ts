import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

export const csRoleNull: Alteration = {
  id: 'cs-role-null',
  summary: 'Every delta of a chat stream after the first has role null.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        editChoices(data, ({ delta, ...choice }) => ({
          ...choice,
          delta: isJsonObject(delta) ? { role: null, ...delta } : (delta ?? null),
        })),
      ),
  }),
};
