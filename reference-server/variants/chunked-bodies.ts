import type { Alteration } from '../hooks.ts';

export const chunkedBodies: Alteration = {
  id: 'chunked-bodies',
  summary: 'Answers in one body are chunked.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const { status, headers, payload } = answer;
      if (status === 204 || response.req.method === 'HEAD') {
        send(response, answer);
        return;
      }
      response.writeHead(status, { ...headers, 'transfer-encoding': 'chunked' });
      response.end(payload);
    },
  }),
};
