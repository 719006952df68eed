import { createHash, randomUUID } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

function more(): Record<string, string> {
  return {
    vary: 'Origin, Accept-Encoding',
    'cache-control': 'private, no-store',
    'access-control-allow-origin': '*',
    'server-timing': 'model;dur=1.5;desc="reference"',
    'set-cookie': 'route=1; Path=/; HttpOnly',
    'strict-transport-security': 'max-age=31536000',
    'x-ratelimit-remaining-requests': '59',
    'x-request-id': randomUUID(),
  };
}

export const etagAndVary: Alteration = {
  id: 'etag-and-vary',
  summary: 'Answers have the headers of caches, proxies and browsers.',
  hooks: ({ send, streamHeaders }) => ({
    send(response, answer) {
      const digest = createHash('sha1').update(answer.payload).digest('base64');
      const headers = { ...more(), etag: `W/"${digest}"`, ...answer.headers };
      send(response, { ...answer, headers });
    },
    streamHeaders: (operation) => ({ ...more(), ...streamHeaders(operation) }),
  }),
};
