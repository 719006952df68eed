import { chatChunks, chatStreamText } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import type { Stream } from '../../../answers/narrow.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { echoStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** With fewer, each delta could begin with the previous one by chance. */
const DELTAS_TO_TELL = 4;

/**
 * The user reads the joined deltas: a lost or repeated delta changes the answer, and nothing else
 * in the stream shows it.
 */
export const chatStreamAssemblyEqualsSync: JudgeRule<'stream'> = {
  id: 'chat-stream-assembly-equals-sync',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta; the meaning of a delta',
  statement:
    'The joined deltas of a chat stream are the text that the same request returns in one body.',
  provenBy: 'cs-drop-one-delta',
  evidence: 'stream',
  operations: ['chat'],
  probe: echoStream,

  *judge(stream, expect) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    need(chatChunks(stream).length > 0, 'a stream with chunks');
    if (requestsModel(stream.exchange, expect.echoModel)) {
      needOwnAnswer(stream);
      const prompt = sentBodyOf(stream.exchange)?.prompt;
      need(prompt !== undefined, 'a prompt to compare with');
      const difference = textDifference(prompt, chatStreamText(stream));
      if (difference) yield { ...difference, where: 'choices[0].delta.content, joined' };
      return;
    }
    const deltas = contentDeltas(stream);
    need(deltas.length > 0, 'a stream with a delta of text');
    if (!isCumulative(deltas)) return;
    need(deltas.length >= DELTAS_TO_TELL, `a stream of at least ${DELTAS_TO_TELL} deltas`);
    const [before = '', last = ''] = deltas.slice(-2);
    yield { expected: 'only new text in each delta', actual: `${before} → ${last}` };
  },
};

function contentDeltas(stream: Stream): readonly string[] {
  return chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .filter(({ index, content }) => index === 0 && content !== '')
    .map(({ content }) => content);
}

function isCumulative(deltas: readonly string[]): boolean {
  // A single delta repeats nothing.
  if (deltas.length < 2) return false;
  return deltas.every((delta, at) => {
    const before = deltas[at - 1] ?? '';
    return delta.length > before.length && delta.startsWith(before);
  });
}
