import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { pacedStream } from '../../probes/chat-stream.ts';

export const streamFraming: Behaviour = {
  id: 'stream-framing',
  question: 'What is in a chat stream besides its events?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: pacedStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map(({ decoded, exchange }) => {
      const { comments, retryMs, unknownFields, events } = decoded;
      const beside = [
        comments > 0 && 'comments',
        retryMs !== undefined && 'a retry field',
        events.some(({ lastEventId }) => lastEventId !== '') && 'event ids',
        unknownFields.length > 0 && `unknown fields ${unknownFields.join(', ')}`,
      ].filter((each) => each !== false);
      return { subject: '', value: beside.join(', ') || 'nothing', exchange };
    });
  },
};
