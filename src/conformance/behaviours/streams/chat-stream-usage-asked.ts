import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { usageWords } from '../../observations/stream-observations.ts';
import { usageStream } from '../../probes/chat-stream.ts';

export const chatStreamUsageAsked: Behaviour = {
  id: 'chat-stream-usage-asked',
  question: 'What does stream_options.include_usage add?',
  silence: 'Fields inside usage objects: not shown.',
  probe: usageStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => ({
      subject: '',
      value: usageWords(stream),
      exchange: stream.exchange,
    }));
  },
};
