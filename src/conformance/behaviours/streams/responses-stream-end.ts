import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { streamEnd } from '../../observations/stream-observations.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';

export const responsesStreamEnd: Behaviour = {
  id: 'responses-stream-end',
  question: 'How does a responses stream end?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map(streamEnd);
  },
};
