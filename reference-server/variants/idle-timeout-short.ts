import type { Alteration } from '../hooks.ts';

/** Idle time of a connection; most servers wait for 5 s or more. */
const IDLE_MS = 500;

export const idleTimeoutShort: Alteration = {
  id: 'idle-timeout-short',
  summary: 'An idle connection is closed after half a second, unannounced.',
  hooks: ({ greet }) => ({
    greet(response) {
      const { socket } = response;
      response.once('finish', () => socket?.setTimeout(IDLE_MS));
      greet(response);
    },
  }),
};
