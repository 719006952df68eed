import type { Alteration } from '../hooks.ts';

export const vidZombie: Alteration = {
  id: 'vid-zombie',
  summary: 'Every fifth read of a cancelled video job shows it in progress.',
  hooks({ viewJob }) {
    let views = 0;
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        if (view.status !== 'cancelled') return view;
        views += 1;
        return views % 5 === 0 ? { ...view, status: 'in_progress' } : view;
      },
    };
  },
};
