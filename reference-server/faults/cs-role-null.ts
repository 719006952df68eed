import { editChoices, editData } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../json.ts';

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
