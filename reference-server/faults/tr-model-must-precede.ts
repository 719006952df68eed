import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const trModelMustPrecede: Alteration = {
  id: 'tr-model-must-precede',
  summary: 'A model after the file is reported as missing.',
  hooks: ({ checkForm }) => ({
    checkForm(form) {
      const names = form.parts.map(({ name }) => name);
      if (names.indexOf('model') > names.indexOf('file') && names.includes('file')) {
        throw Refusal.badField('model', 'The form has no model.');
      }
      return checkForm(form);
    },
  }),
};
