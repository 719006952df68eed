import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const chat401Some: Alteration = {
  id: 'chat-401-some',
  summary: 'One of two chats with a valid key returns 401.',
  hooks: ({ limit }) => ({
    limit: refuseEveryNth(limit, {
      operation: 'chat',
      every: 2,
      refusal: Refusal.unauthorized('The key could not be looked up.', 'Bearer'),
    }),
  }),
};
