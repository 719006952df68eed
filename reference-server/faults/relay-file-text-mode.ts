import type { Alteration } from '../hooks.ts';

export const relayFileTextMode: Alteration = {
  id: 'relay-file-text-mode',
  summary: 'The file of an upload is read as text: bytes that are not UTF-8 are replaced.',
  needsUpstream: true,
  hooks: ({ providerForm }) => ({
    providerForm(form) {
      const { contentType, bytes } = providerForm(form);
      return { contentType, bytes: Buffer.from(bytes.toString('utf8')) };
    },
  }),
};
