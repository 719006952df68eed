import { chatChunks } from '../../../answers/chat-chunks.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson, streamsIn } from '../../observations/observation-words.ts';
import { shortStream } from '../../probes/chat-stream.ts';

export const chatStreamFinish: Behaviour = {
  id: 'chat-stream-finish',
  question: 'Where does a chat stream give its finish_reason?',
  silence: 'Values of finish_reason: not shown.',
  probe: shortStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => {
      const last = chatChunks(stream)
        .flatMap(({ choices }) => choices)
        .find(({ finishReason }) => finishReason != null);
      const where = last?.content === '' ? 'a chunk without content' : 'a chunk with content';
      const value =
        last === undefined ? 'nowhere' : `${describeJson(last.finishReason)} in ${where}`;
      return { subject: '', value, exchange: stream.exchange };
    });
  },
};
