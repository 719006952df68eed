import type { Alteration } from '../hooks.ts';

export const vidIdShared: Alteration = {
  id: 'vid-id-shared',
  summary: 'All video jobs have the same id.',
  hooks: ({ newId }) => ({
    newId: (prefix) => (prefix === 'video_' ? 'video_shared' : newId(prefix)),
  }),
};
