import { responseEvents } from '../../../answers/response-events.ts';
import type { Behaviour } from '../../behaviour.ts';
import { sequence, streamsIn } from '../../observations/observation-words.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';

export const responsesStreamEvents: Behaviour = {
  id: 'responses-stream-events',
  question: 'Which events come in a responses stream, in which order?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: sequence(responseEvents(stream).map(({ type }) => type)) || 'none that names its type',
      exchange: stream.exchange,
    }));
  },
};
