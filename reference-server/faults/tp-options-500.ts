import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const tpOptions500: Alteration = {
  id: 'tp-options-500',
  summary: 'OPTIONS returns 500.',
  hooks: ({ findRoute }) => ({
    findRoute(method, path) {
      if (method === 'OPTIONS') throw Refusal.failed();
      return findRoute(method, path);
    },
  }),
};
