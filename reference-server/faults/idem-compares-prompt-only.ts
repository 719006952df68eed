import type { Alteration } from '../hooks.ts';

export const idemComparesPromptOnly: Alteration = {
  id: 'idem-compares-prompt-only',
  summary:
    'Of a body under an Idempotency-Key only model and prompt are compared, of a file its size.',
  hooks: ({ fingerprintBody, fingerprintForm }) => ({
    fingerprintBody({ model, messages, input, prompt }) {
      const last = Array.isArray(messages) ? messages.at(-1) : undefined;
      return fingerprintBody({ model, messages: last ?? null, input, prompt });
    },
    fingerprintForm: ({ parts }) =>
      fingerprintForm({ parts: parts.map((part) => ({ ...part, digest: '' })) }),
  }),
};
