import { editData } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';

const EXTRA = { x_reference: { extra: [1] } };

export const unknownMembers: Alteration = {
  id: 'unknown-members',
  summary: 'Answers and events carry members that the interface does not name.',
  hooks: ({ presentChat, planChat }) => ({
    presentChat: (completion) => ({ ...presentChat(completion), ...EXTRA }),
    planChat: (completion) => editData(planChat(completion), (data) => ({ ...data, ...EXTRA })),
  }),
};
