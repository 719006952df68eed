import type { Alteration } from '../hooks.ts';

export const trLimitCountsBody: Alteration = {
  id: 'tr-limit-counts-body',
  summary: 'The limit of the file applies to the whole body.',
  hooks: ({ uploadLimits }) => ({
    uploadLimits(contentLength) {
      const { fileBytes } = uploadLimits(contentLength);
      return { fileBytes, bodyBytes: fileBytes };
    },
  }),
};
