import type { Alteration } from '../hooks.ts';

export const idem5xxWedges: Alteration = {
  id: 'idem-5xx-wedges',
  summary: 'A key stays in flight after a failure.',
  hooks: ({ begin }) => ({
    begin(name, retryable) {
      const begun = begin(name, retryable);
      if (begun.kind === 'replay') return begun;
      return { kind: 'fresh', claim: { settle: begun.claim.settle, release() {} } };
    },
  }),
};
