import type { Alteration } from '../hooks.ts';

const BOUNDARY = 'gateway-boundary-7d1f0c52e94b';
const PARAMETER = /boundary=(?:"([^"]+)"|([^;\s]+))/i;

export const relayFormBoundary: Alteration = {
  id: 'relay-form-boundary',
  summary: 'The provider gets an upload with another boundary.',
  needsUpstream: true,
  hooks: ({ providerForm }) => ({
    providerForm(given) {
      const form = providerForm(given);
      const [, quoted, token] = PARAMETER.exec(form.contentType) ?? [];
      const boundary = quoted ?? token;
      if (boundary === undefined) return form;
      const text = form.bytes.toString('latin1').replaceAll(`--${boundary}`, `--${BOUNDARY}`);
      return {
        contentType: `multipart/form-data; boundary=${BOUNDARY}`,
        bytes: Buffer.from(text, 'latin1'),
      };
    },
  }),
};
