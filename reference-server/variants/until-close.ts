import type { Alteration } from '../hooks.ts';

export const untilClose: Alteration = {
  id: 'until-close',
  summary: 'The end of the connection ends a body, without a length and without chunks.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { status, headers, payload } = answer;
      const { complete, method } = response.req;
      // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
      if (!complete || status === 204 || method === 'HEAD') {
        send(response, answer);
        return;
      }
      response.useChunkedEncodingByDefault = false;
      response.writeHead(status, headers);
      response.end(payload);
    },
    startStream(response, headers) {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, headers);
    },
  }),
};
