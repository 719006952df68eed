import type { Alteration } from '../hooks.ts';

export const relayCutWithoutEvent: Alteration = {
  id: 'relay-cut-without-event',
  summary: 'A stream that the provider cut ends without [DONE] and without an error event.',
  needsUpstream: true,
  hooks: ({ endFailedStream }) => ({
    endFailedStream(sink, failure, stream) {
      if (failure.reason.kind === 'cut') sink.end();
      else endFailedStream(sink, failure, stream);
    },
  }),
};
