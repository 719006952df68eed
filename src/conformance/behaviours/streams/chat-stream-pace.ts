import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { paceWords } from '../../observations/stream-observations.ts';
import { pacedStream } from '../../probes/chat-stream.ts';

export const chatStreamPace: Behaviour = {
  id: 'chat-stream-pace',
  question: 'Do the deltas of a chat stream arrive as the model produces them?',
  silence: 'When the events of a stream are sent: not shown.',
  probe: pacedStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: paceWords(stream),
      exchange: stream.exchange,
    }));
  },
};
