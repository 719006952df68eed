import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const authAfterLookup: Alteration = {
  id: 'auth-after-lookup',
  summary: 'An unknown video job returns 404 before the key is checked.',
  hooks: ({ authorize }, { jobs }) => ({
    authorize(caller) {
      const id = /^\/videos\/([^/?]+)/.exec(caller.url)?.[1];
      const readsJob = caller.method === 'GET' || caller.method === 'DELETE';
      if (readsJob && id !== undefined && jobs.get(id) === undefined) {
        throw Refusal.notFound('There is no such job.', 'video_not_found', 'id');
      }
      return authorize(caller);
    },
  }),
};
