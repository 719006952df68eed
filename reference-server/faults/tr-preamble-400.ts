import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

const HYPHEN = 0x2d;

export const trPreamble400: Alteration = {
  id: 'tr-preamble-400',
  summary: 'A form that does not begin with its boundary is refused.',
  hooks: ({ receiveForm }) => ({
    async receiveForm(request, steps) {
      let begins = true;
      request.once('data', (bytes: Buffer) => {
        begins = bytes[0] === HYPHEN;
      });
      const form = await receiveForm(request, steps);
      if (!begins) throw Refusal.badRequest('The form has no boundary.', 'malformed_form');
      return form;
    },
  }),
};
