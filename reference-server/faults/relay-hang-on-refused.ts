import type { Alteration } from '../hooks.ts';

export const relayHangOnRefused: Alteration = {
  id: 'relay-hang-on-refused',
  summary: 'A request gets no answer when the provider refuses connections.',
  needsUpstream: true,
  hooks: ({ presentFailure }) => ({
    presentFailure(failure) {
      if (failure.reason.kind !== 'unreachable') return presentFailure(failure);
      return new Promise(() => {});
    },
  }),
};
