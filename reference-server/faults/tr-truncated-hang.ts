import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const trTruncatedHang: Alteration = {
  id: 'tr-truncated-hang',
  summary: 'A form without its closing boundary never gets an answer.',
  hooks: ({ receiveForm }) => ({
    async receiveForm(request, steps) {
      try {
        return await receiveForm(request, steps);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'unclosed_form') throw error;
        return await new Promise(() => {});
      }
    },
  }),
};
