import type { Alteration } from '../hooks.ts';

const CONTENT = /^\/videos\/[^/]+\/content$/;

export const vidContentOpen: Alteration = {
  id: 'vid-content-open',
  summary: 'The content of a video needs no key, and takes the key of any tenant.',
  hooks: ({ authorize }) => ({
    authorize: (caller) => (CONTENT.test(caller.url) ? 'first' : authorize(caller)),
  }),
};
