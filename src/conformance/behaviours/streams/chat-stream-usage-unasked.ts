import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { usageWords } from '../../observations/stream-observations.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamUsageUnasked: Behaviour = {
  id: 'chat-stream-usage-unasked',
  question: 'Does a chat stream have usage if it is not requested?',
  silence: 'Fields inside usage objects: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: usageWords(stream),
      exchange: stream.exchange,
    }));
  },
};
