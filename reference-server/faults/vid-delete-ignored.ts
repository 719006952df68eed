import type { Alteration } from '../hooks.ts';

export const vidDeleteIgnored: Alteration = {
  id: 'vid-delete-ignored',
  summary: 'DELETE of a video job does nothing.',
  hooks: ({ viewJob }) => ({ cancelJob: viewJob }),
};
