import { chatChunks } from '../../../answers/chat-chunks.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, sequence, streamsIn } from '../../observations/observation-words.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamEvents: Behaviour = {
  id: 'chat-stream-events',
  question: 'Which kinds of events does a chat stream have?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => {
      const kinds = chatChunks(stream).map(({ json, event }) => {
        const line = event.type === '' ? 'no event line' : `event ${describeJson(event.type)}`;
        return `object ${describeJson(json.object)}, ${line}`;
      });
      return {
        subject: '',
        value: sequence(kinds) || 'no JSON objects',
        exchange: stream.exchange,
      };
    });
  },
};
