import type { Alteration } from '../hooks.ts';

/** Of the connection; most servers wait for 5 s and more. */
const IDLE_MS = 500;

export const idleTimeoutShort: Alteration = {
  id: 'idle-timeout-short',
  summary: 'A connection without a request is closed after half a second, and nothing says so.',
  hooks: ({ greet }) => ({
    greet(response) {
      const { socket } = response;
      response.once('finish', () => socket?.setTimeout(IDLE_MS));
      greet(response);
    },
  }),
};
