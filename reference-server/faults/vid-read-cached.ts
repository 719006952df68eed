import type { Alteration } from '../hooks.ts';

export const vidReadCached: Alteration = {
  id: 'vid-read-cached',
  summary: 'Reads of a video job are cacheable for an hour.',
  hooks: (base) => ({
    encode(answer, context) {
      const wire = base.encode(answer, context);
      if (context.operation !== 'video-read' || answer.status !== 200) return wire;
      return { ...wire, headers: { ...wire.headers, 'cache-control': 'public, max-age=3600' } };
    },
  }),
};
