import type { Alteration } from '../hooks.ts';

export const clockFourMinutesOff: Alteration = {
  id: 'clock-four-minutes-off',
  summary: 'The clock of the gateway is four minutes ahead.',
  hooks: ({ timestamp }) => ({ timestamp: () => timestamp() + 240 }),
};
