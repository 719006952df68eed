import type { Alteration } from '../hooks.ts';

export const chatIdConstant: Alteration = {
  id: 'chat-id-constant',
  summary: 'All chat completions have the same id.',
  hooks: ({ newId }) => ({
    newId: (prefix) => (prefix === 'chatcmpl-' ? 'chatcmpl-0123456789abcdef' : newId(prefix)),
  }),
};
