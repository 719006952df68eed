import type { Alteration } from '../hooks.ts';

export const relayFileLineEnds: Alteration = {
  id: 'relay-file-line-ends',
  summary: 'Within the file of an upload, CRLF becomes LF.',
  needsUpstream: true,
  hooks: ({ providerForm }) => ({
    providerForm(form) {
      const { contentType, bytes } = providerForm(form);
      const text = bytes.toString('latin1');
      const from = text.indexOf('RIFF');
      const to = text.lastIndexOf('\r\n--');
      if (from === -1 || to < from) return { contentType, bytes };
      const file = text.slice(from, to).replaceAll('\r\n', '\n');
      return {
        contentType,
        bytes: Buffer.from(text.slice(0, from) + file + text.slice(to), 'latin1'),
      };
    },
  }),
};
