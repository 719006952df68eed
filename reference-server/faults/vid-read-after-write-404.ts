import type { Alteration } from '../hooks.ts';

const UNKNOWN_MS = 300;

export const vidReadAfterWrite404: Alteration = {
  id: 'vid-read-after-write-404',
  summary: 'A new video job is unknown for 300 ms.',
  hooks: ({ findJob }) => ({
    findJob(tenant, id) {
      const job = findJob(tenant, id);
      const known = job !== undefined && performance.now() - job.startMs >= UNKNOWN_MS;
      return known ? job : undefined;
    },
  }),
};
