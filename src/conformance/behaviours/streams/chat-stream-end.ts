import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { streamEnd } from '../../observations/stream-observations.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamEnd: Behaviour = {
  id: 'chat-stream-end',
  question: 'How does a chat stream end?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map(streamEnd);
  },
};
