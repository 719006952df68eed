import type { Alteration } from '../hooks.ts';
import { firstViews } from '../state/first-views.ts';

export const vidProgressDrops: Alteration = {
  id: 'vid-progress-drops',
  summary: 'The progress of a video job decreases by 10, once.',
  hooks: (base) =>
    // The third view, because two concurrent reads may share the first two.
    firstViews(base, [
      (view) => view,
      (view) => view,
      (view, first) => ({ ...view, progress: Math.max(0, first.progress - 10) }),
    ]),
};
