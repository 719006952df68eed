import type { Alteration } from '../hooks.ts';

const FAILURES = new Set(['error', 'response.failed']);

export const rstSilentTruncate: Alteration = {
  id: 'rst-silent-truncate',
  summary: 'A response stream that fails just ends.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).filter(({ name = '' }) => !FAILURES.has(name)),
  }),
};
