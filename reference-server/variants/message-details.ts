import { randomUUID } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

export const messageDetails: Alteration = {
  id: 'message-details',
  summary: 'The message of each failure has its own request id and time.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const when = new Date().toISOString();
      const message = `${refusal.message}\n(${context.method}; request id: ${randomUUID()}; ${when})`;
      return presentRefusal(refusal.with({ message }), context);
    },
  }),
};
