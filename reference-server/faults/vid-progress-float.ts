import type { Alteration } from '../hooks.ts';

export const vidProgressFloat: Alteration = {
  id: 'vid-progress-float',
  summary: 'The progress of a video job is not an integer.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const running = view.status === 'in_progress';
      return { ...presentJob(view), progress: running ? view.progress + 0.5 : view.progress };
    },
  }),
};
