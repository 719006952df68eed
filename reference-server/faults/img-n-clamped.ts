import type { Alteration } from '../hooks.ts';

const MAXIMUM = 10;

export const imgNClamped: Alteration = {
  id: 'img-n-clamped',
  summary: 'n above the maximum is cut down silently.',
  hooks: ({ checkImages }) => ({
    checkImages(body) {
      const { n } = body;
      const many = typeof n === 'number' && n > MAXIMUM;
      return checkImages(many ? { ...body, n: MAXIMUM } : body);
    },
  }),
};
