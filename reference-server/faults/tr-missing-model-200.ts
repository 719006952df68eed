import type { Alteration } from '../hooks.ts';

const DEFAULT_MODEL = { kind: 'field', name: 'model', value: 'ref-transcription' } as const;

export const trMissingModel200: Alteration = {
  id: 'tr-missing-model-200',
  summary: 'A default model answers a form without a model.',
  hooks: ({ checkForm }) => ({
    checkForm({ parts }) {
      const some = parts.some(({ name }) => name === 'model');
      return checkForm({ parts: some ? parts : [...parts, DEFAULT_MODEL] });
    },
  }),
};
