import type { Alteration } from '../hooks.ts';
import type { Form } from '../http/form.ts';

export const idemRawByteFingerprint: Alteration = {
  id: 'idem-raw-byte-fingerprint',
  summary: 'A form with another boundary counts as another request.',
  hooks({ receiveForm, fingerprintForm }) {
    const contentTypes = new WeakMap<Form, string>();
    return {
      async receiveForm(request, steps) {
        const form = await receiveForm(request, steps);
        contentTypes.set(form, request.headers['content-type'] ?? '');
        return form;
      },
      fingerprintForm: (form) => `${contentTypes.get(form)} ${fingerprintForm(form)}`,
    };
  },
};
