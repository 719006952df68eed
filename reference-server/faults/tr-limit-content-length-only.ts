import type { Alteration } from '../hooks.ts';

const UNLIMITED = {
  fileBytes: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
};

export const trLimitContentLengthOnly: Alteration = {
  id: 'tr-limit-content-length-only',
  summary: 'The limit does not apply to a chunked upload.',
  hooks: ({ uploadLimits }) => ({
    uploadLimits: (contentLength) =>
      contentLength === undefined ? UNLIMITED : uploadLimits(contentLength),
  }),
};
