import type { Behaviour } from '../../behaviour.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { streamsIn } from '../../sightings.ts';
import { streamEnd } from '../../stream-sightings.ts';

export const responsesStreamEnd: Behaviour = {
  id: 'responses-stream-end',
  question: 'How does a responses stream end?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map(streamEnd);
  },
};
