import { failsInBand } from '../../../answers/failures/error-events.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * [DONE] shows a client that the answer is whole and not cut off by a proxy: without it the user
 * gets half a sentence as if it were all, or waits for a time-out.
 */
export const chatStreamDonePresent: JudgeRule<'stream'> = {
  id: 'chat-stream-done-present',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, DoneEvent',
  statement: 'A successful chat stream has the event [DONE].',
  provenBy: 'cs-no-done',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    const { events } = stream;
    if (events.some(({ data }) => data === DONE)) return;
    const last = events.at(-1);
    yield {
      expected: `data: ${DONE} at the end`,
      actual: last === undefined ? 'a stream without events' : `a stream that ends without ${DONE}`,
      ...(last && { atMs: last.atMs }),
    };
  },
};
