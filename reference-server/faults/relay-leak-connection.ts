import { PassThrough } from 'node:stream';
import type { Alteration } from '../hooks.ts';

export const relayLeakConnection: Alteration = {
  id: 'relay-leak-connection',
  summary: 'When a client disconnects within a stream, the connection to the provider stays open.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      const answer = await callProvider(call, send);
      // The end of a pipe does not destroy its source.
      const body = new PassThrough();
      answer.body.on('error', (error) => body.destroy(error));
      return { ...answer, body: answer.body.pipe(body) };
    },
  }),
};
