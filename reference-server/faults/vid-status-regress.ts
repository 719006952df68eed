import type { Alteration } from '../hooks.ts';
import { firstViews } from '../state/first-views.ts';

export const vidStatusRegress: Alteration = {
  id: 'vid-status-regress',
  summary: 'A video job in progress is queued again, once.',
  hooks: (base) =>
    // The third view, because two concurrent reads may share the first two.
    firstViews(base, [(view) => view, (view) => view, (view) => ({ ...view, status: 'queued' })]),
};
