import { createHash } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

export const videoCacheHints: Alteration = {
  id: 'video-cache-hints',
  summary:
    'A read of a video job is cacheable: for a second while the job runs, for a day after its end.',
  hooks: (base) => ({
    encode(answer, context) {
      const wire = base.encode(answer, context);
      if (context.operation !== 'video-read' || answer.status !== 200) return wire;
      const goesOn = /"status":"(?:queued|in_progress)"/.test(String(wire.payload));
      const digest = createHash('sha1').update(wire.payload).digest('hex');
      const headers = {
        ...wire.headers,
        'cache-control': `private, max-age=${goesOn ? 1 : 86_400}`,
        etag: `"${digest}"`,
        age: '0',
      };
      return { ...wire, headers };
    },
  }),
};
