import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

const KNOWN = new Set(['model', 'messages', 'temperature', 'stream', 'stream_options']);

export const chatUnknownField500: Alteration = {
  id: 'chat-unknown-field-500',
  summary: 'An unknown field of a chat request returns 500.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      if (Object.keys(body).some((name) => !KNOWN.has(name))) throw Refusal.failed();
      return checkChat(body);
    },
  }),
};
