import type { Alteration } from '../hooks.ts';

export const vidDurationString200: Alteration = {
  id: 'vid-duration-string-200',
  summary: 'A duration as a string is accepted.',
  hooks: ({ checkVideo }) => ({
    checkVideo(body) {
      const { duration } = body;
      const spelled = typeof duration === 'string';
      return checkVideo(spelled ? { ...body, duration: Number(duration) } : body);
    },
  }),
};
