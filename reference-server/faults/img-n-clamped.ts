import type { Alteration } from '../hooks.ts';

const MAXIMUM = 10;

export const imgNClamped: Alteration = {
  id: 'img-n-clamped',
  summary: 'An n above the maximum is silently reduced.',
  hooks: ({ checkImages }) => ({
    checkImages(body) {
      const { n } = body;
      const many = typeof n === 'number' && n > MAXIMUM;
      return checkImages(many ? { ...body, n: MAXIMUM } : body);
    },
  }),
};
