import type { Alteration } from '../hooks.ts';

const NO_FILE = { kind: 'file', name: 'file', sizeBytes: 1, digest: '' } as const;

export const trZeroFiles200: Alteration = {
  id: 'tr-zero-files-200',
  summary: 'A form without a file returns 200.',
  hooks: ({ checkForm }) => ({
    checkForm({ parts }) {
      const some = parts.some(({ kind }) => kind === 'file');
      return checkForm({ parts: some ? parts : [...parts, NO_FILE] });
    },
  }),
};
