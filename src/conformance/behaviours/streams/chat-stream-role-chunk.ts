import { chatChunks } from '../../../answers/chat-chunks.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, streamsIn } from '../../observations/observation-words.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamRoleChunk: Behaviour = {
  id: 'chat-stream-role-chunk',
  question: 'What is in the first chunk of a chat stream?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => {
      const delta = chatChunks(stream)[0]?.choices[0]?.delta;
      const text =
        delta?.content === '' ? 'empty content' : delta?.content == null ? 'no content' : 'content';
      const value = delta === undefined ? 'no choice' : `role ${describeJson(delta.role)}, ${text}`;
      return { subject: '', value, exchange: stream.exchange };
    });
  },
};
