import type { Alteration } from '../hooks.ts';

export const trCorruptCrlf: Alteration = {
  id: 'tr-corrupt-crlf',
  summary: 'CRLF in the bytes of a file becomes LF.',
  hooks: ({ digestFile }) => ({
    digestFile() {
      const digest = digestFile();
      return {
        update(bytes) {
          const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
          digest.update(Buffer.from(text, 'latin1'));
        },
        hex: () => digest.hex(),
      };
    },
  }),
};
