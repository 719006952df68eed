import type { Alteration } from '../hooks.ts';

export const imgTruncated: Alteration = {
  id: 'img-truncated',
  summary: 'The last 64 bytes of an image are cut off.',
  hooks: ({ draw }) => ({ draw: (size) => draw(size).subarray(0, -64) }),
};
