import { failsInBand } from '../../../answers/chat-chunks.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * [DONE] is how a client tells a whole answer from one that a proxy cut off: without it a user
 * gets half a sentence as if it were all, or waits for the connection to time out.
 */
export const chatStreamDonePresent: JudgeRule<'stream'> = {
  id: 'chat-stream-done-present',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, DoneEvent',
  statement: 'A chat stream that succeeds has the event [DONE].',
  provenBy: 'cs-no-done',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    need(!failsInBand(stream), 'a stream that does not fail');
    const { events } = stream;
    if (events.some(({ data }) => data === DONE)) return;
    const last = events.at(-1);
    if (last === undefined) yield { expected: `data: ${DONE}`, actual: 'a stream without events' };
    else yield { expected: `data: ${DONE} at the end`, actual: last.data, atMs: last.atMs };
  },
};
