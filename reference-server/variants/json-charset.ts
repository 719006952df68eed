import type { Alteration } from '../hooks.ts';

export const jsonCharset: Alteration = {
  id: 'json-charset',
  summary: 'The media type of a JSON body has a charset and is in mixed case.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      if (wire.headers['content-type'] !== 'application/json') return wire;
      const contentType = 'Application/JSON; Charset="UTF-8"';
      return { ...wire, headers: { ...wire.headers, 'content-type': contentType } };
    },
  }),
};
