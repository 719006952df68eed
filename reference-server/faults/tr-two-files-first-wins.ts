import type { Alteration } from '../hooks.ts';

export const trTwoFilesFirstWins: Alteration = {
  id: 'tr-two-files-first-wins',
  summary: 'All files of a form except the first are ignored.',
  hooks: ({ checkForm }) => ({
    checkForm({ parts }) {
      const first = parts.find(({ kind }) => kind === 'file');
      return checkForm({ parts: parts.filter((part) => part.kind !== 'file' || part === first) });
    },
  }),
};
