import type { Alteration } from '../hooks.ts';
import { FAILURE } from '../http/refusal.ts';

export const videoErrorWrapped: Alteration = {
  id: 'video-error-wrapped',
  summary: 'The error of a failed video job is a complete error wrapper.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      return view.status === 'failed' ? { ...body, error: { error: FAILURE } } : body;
    },
  }),
};
