import type { Alteration } from '../hooks.ts';

export const idemIgnoresBody: Alteration = {
  id: 'idem-ignores-body',
  summary: 'The first result is replayed for another body.',
  hooks: ({ lookUp }, { records }) => ({
    lookUp(name, retryable) {
      const fingerprint = records.get(name)?.fingerprint ?? retryable.fingerprint;
      return lookUp(name, { ...retryable, fingerprint });
    },
  }),
};
