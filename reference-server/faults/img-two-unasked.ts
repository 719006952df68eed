import type { Alteration } from '../hooks.ts';

export const imgTwoUnasked: Alteration = {
  id: 'img-two-unasked',
  summary: 'Two images are returned if n is absent.',
  hooks: ({ checkImages }) => ({
    checkImages: (body) => checkImages(body.n === undefined ? { ...body, n: 2 } : body),
  }),
};
