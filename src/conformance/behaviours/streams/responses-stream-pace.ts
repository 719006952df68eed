import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { paceWords } from '../../observations/stream-observations.ts';
import { pacedResponseStream } from '../../probes/responses-stream.ts';

export const responsesStreamPace: Behaviour = {
  id: 'responses-stream-pace',
  question: 'Do the deltas of a responses stream arrive as the model produces them?',
  silence: 'When the events of a stream are sent: not shown.',
  probe: pacedResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: paceWords(stream),
      exchange: stream.exchange,
    }));
  },
};
