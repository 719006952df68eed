import type { Alteration } from '../hooks.ts';
import type { FormPart } from '../http/form.ts';

function notEmpty(file: FormPart & { kind: 'file' }): FormPart {
  const { kind, name, sizeBytes, digest } = file;
  return { kind, name, sizeBytes: Math.max(1, sizeBytes), digest };
}

export const trEmpty200: Alteration = {
  id: 'tr-empty-200',
  summary: 'An empty file returns 200.',
  hooks: ({ checkForm }) => ({
    checkForm: ({ parts }) =>
      checkForm({ parts: parts.map((part) => (part.kind === 'file' ? notEmpty(part) : part)) }),
  }),
};
