import type { Alteration } from '../hooks.ts';

export const errCharset415: Alteration = {
  id: 'err-charset-415',
  summary: 'A content type with a charset is refused.',
  hooks: ({ checkMediaType }) => ({
    checkMediaType(contentType, request) {
      checkMediaType(contentType?.includes('charset') === true ? undefined : contentType, request);
    },
  }),
};
