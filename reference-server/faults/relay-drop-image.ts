import type { Alteration } from '../hooks.ts';

export const relayDropImage: Alteration = {
  id: 'relay-drop-image',
  summary: 'Only the first image of the provider reaches the caller.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody(...answer) {
      const body = relayBody(...answer);
      return Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 1) } : body;
    },
  }),
};
