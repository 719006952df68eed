import { chatChunks } from '../../../answers/chat-chunks.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorWrapperSchema } from '../../../contract/error.ts';
import { countText } from '../../../input/count-text.ts';
import { failingStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** If the stream does not report a failure, half an answer looks whole. */
export const chatStreamErrorInBand: JudgeRule<'begun'> = {
  id: 'chat-stream-error-in-band',
  level: 'must',
  provenance: 'assumed',
  source: 'openai-node, streaming.js (throws on data.error); any-llm #847',
  statement:
    'If the model fails during a chat stream, the stream sends the error wrapper as an event before it ends.',
  provenBy: 'cs-silent-truncate',
  evidence: 'begun',
  operations: ['chat'],
  needs: ['failure-trigger'],
  probe: failingStream,

  *judge(reply, expect) {
    const fails = requestsModel(reply.exchange, expect.failingMidStreamModel);
    need(fails, 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    const chunks = chatChunks(reply);
    const failure = chunks.find(({ json }) => (json.error ?? null) !== null);
    if (failure === undefined) {
      const actual = `${countText(chunks.length, 'chunk')} without an error, then the end`;
      yield { expected: 'an event with an error', actual };
      return;
    }
    for (const found of contradictions(ErrorWrapperSchema.shape.error, failure.json.error)) {
      yield { ...found, where: `error.${found.where ?? ''}`, atMs: failure.event.atMs };
    }
  },
};
