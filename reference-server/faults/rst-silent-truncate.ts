import type { Alteration } from '../hooks.ts';

const FAILURES = new Set(['error', 'response.failed']);

export const rstSilentTruncate: Alteration = {
  id: 'rst-silent-truncate',
  summary: 'A failed responses stream ends without an error.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name = '' }) => !FAILURES.has(name)),
  }),
};
