import { responseEvents } from '../../../answers/response-events.ts';
import type { Behaviour } from '../../behaviour.ts';
import { sequence, streamsIn } from '../../observations/observation-words.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';

export const responsesStreamEvents: Behaviour = {
  id: 'responses-stream-events',
  question: 'Which events does a responses stream have, in which order?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: sequence(responseEvents(stream).map(({ type }) => type)) || 'none with a type',
      exchange: stream.exchange,
    }));
  },
};
