import type { Alteration } from '../hooks.ts';

const FILE_NAME = /filename\*?=(?:"(?:[^"\\]|\\.)*"|[^;\r\n]*)/;

export const relayFileRenamed: Alteration = {
  id: 'relay-file-renamed',
  summary: 'The file of an upload reaches the provider under another name.',
  needsUpstream: true,
  hooks: ({ providerForm }) => ({
    providerForm(form) {
      const { contentType, bytes } = providerForm(form);
      const text = bytes.toString('latin1').replace(FILE_NAME, 'filename="upload.bin"');
      return { contentType, bytes: Buffer.from(text, 'latin1') };
    },
  }),
};
