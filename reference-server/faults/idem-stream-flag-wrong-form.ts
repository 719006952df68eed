import type { Alteration } from '../hooks.ts';

export const idemStreamFlagWrongForm: Alteration = {
  id: 'idem-stream-flag-wrong-form',
  summary: 'A retry with another stream switch gets the form of the first.',
  hooks: ({ fingerprintBody }) => ({
    fingerprintBody(body) {
      const { stream: _, ...others } = body;
      return fingerprintBody(others);
    },
  }),
};
