import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';

export const relaySwallowEventError: Alteration = {
  id: 'relay-swallow-event-error',
  summary: 'An error event of the provider is lost: the stream ends with [DONE].',
  needsUpstream: true,
  hooks: ({ endFailedStream }) => ({
    endFailedStream(sink, failure, stream) {
      if (failure.reason.kind !== 'failed' || stream.operation !== 'chat') {
        endFailedStream(sink, failure, stream);
        return;
      }
      sink.event({ data: DONE, dueMs: 0 });
      sink.end();
    },
  }),
};
