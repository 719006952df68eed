import { chatChunks } from '../../../answers/chat-chunks.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { bufferedDeltas } from '../../findings/pacing.ts';
import { pacedStream } from '../../probes/chat-stream.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.
 */
export const chatStreamIncremental: JudgeRule<'stream'> = {
  id: 'chat-stream-incremental',
  level: 'must',
  provenance: 'assumed',
  source: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a chat stream as the model produces them, not in one burst.',
  provenBy: 'cs-buffer-all',
  evidence: 'stream',
  operations: ['chat'],
  measuresTime: true,
  probe: pacedStream,

  judge(stream, expect) {
    const arrivalsMs = chatChunks(stream)
      .filter(({ choices }) => choices.some(({ content }) => content !== ''))
      .map(({ event }) => event.atMs);
    return bufferedDeltas(
      stream.exchange,
      arrivalsMs,
      requestsModel(stream.exchange, expect.slowModel),
    );
  },
};
