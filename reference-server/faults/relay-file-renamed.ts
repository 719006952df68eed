import type { Alteration } from '../hooks.ts';

const FILE_NAME = /filename\*?=(?:"(?:[^"\\]|\\.)*"|[^;\r\n]*)/;

export const relayFileRenamed: Alteration = {
  id: 'relay-file-renamed',
  summary: 'The file of an upload reaches the provider under another name.',
  needsUpstream: true,
  hooks: ({ providerForm }) => ({
    providerForm(bytes) {
      const text = providerForm(bytes).toString('latin1');
      return Buffer.from(text.replace(FILE_NAME, 'filename="upload.bin"'), 'latin1');
    },
  }),
};
