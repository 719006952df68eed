import type { ServerResponse } from 'node:http';
import type { Alteration } from '../hooks.ts';

const ANNOUNCED = { trailer: 'x-reference-digest, server-timing' } as const;

function addTrailers(response: ServerResponse): void {
  response.addTrailers({ 'x-reference-digest': 'sha-256=:AA==:', 'server-timing': 'all;dur=2' });
}

export const trailers: Alteration = {
  id: 'trailers',
  summary: 'Answers, also streams, are chunked and have trailers after their last chunk.',
  hooks: ({ send, streamHeaders, endStream }) => ({
    send(response, answer) {
      const { status, headers, payload } = answer;
      if (status === 204 || response.req.method === 'HEAD') {
        send(response, answer);
        return;
      }
      response.writeHead(status, { ...headers, ...ANNOUNCED, 'transfer-encoding': 'chunked' });
      addTrailers(response);
      response.end(payload);
    },
    streamHeaders: (operation) => ({ ...streamHeaders(operation), ...ANNOUNCED }),
    endStream(response, pieces) {
      addTrailers(response);
      endStream(response, pieces);
    },
  }),
};
