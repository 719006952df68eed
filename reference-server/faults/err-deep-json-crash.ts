import type { Alteration } from '../hooks.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import { onRefusal } from '../on-refusal.ts';

export const errDeepJsonCrash: Alteration = {
  id: 'err-deep-json-crash',
  summary: 'A deeply nested body breaks the connection.',
  hooks: ({ parseJson }) => ({
    parseJson(bytes) {
      return onRefusal(
        () => parseJson(bytes),
        (refusal) => {
          throw refusal.code === 'nested_too_deeply' ? new ClientDisconnected() : refusal;
        },
      );
    },
  }),
};
