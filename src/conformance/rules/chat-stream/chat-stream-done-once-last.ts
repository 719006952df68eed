import { DONE } from '../../../contract/stream-events.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients stop reading at [DONE]: they lose what follows, and find it at the start of the next
 * answer on a reused connection.
 */
export const chatStreamDoneOnceLast: JudgeRule<'stream'> = {
  id: 'chat-stream-done-once-last',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, DoneEvent',
  statement: 'Nothing follows [DONE] in a chat stream, not even a second [DONE].',
  provenBy: 'cs-chunk-after-done',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge({ events }) {
    const done = events.findIndex(({ data }) => data === DONE);
    need(done !== -1, 'a stream with [DONE]', 'chat-stream-done-present');

    for (const { data, atMs } of events.slice(done + 1)) {
      yield { expected: 'end of stream after [DONE]', actual: `a further event: ${data}`, atMs };
    }
  },
};
