import type { Alteration } from '../hooks.ts';

export const idemComparesPromptOnly: Alteration = {
  id: 'idem-compares-prompt-only',
  summary:
    'Bodies under an Idempotency-Key are compared only by model and prompt, files only by size.',
  hooks: ({ fingerprintBody, fingerprintForm }) => ({
    fingerprintBody({ model, messages, input, prompt }) {
      const last = Array.isArray(messages) ? messages.at(-1) : undefined;
      return fingerprintBody({ model, messages: last ?? null, input, prompt });
    },
    fingerprintForm: ({ parts }) =>
      fingerprintForm({ parts: parts.map((part) => ({ ...part, digest: '' })) }),
  }),
};
