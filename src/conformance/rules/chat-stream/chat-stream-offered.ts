import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { countText } from '../../../input/count-text.ts';
import { refusedInBand } from '../../findings/reported-failure.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that requested a stream reads events: with one JSON body it shows nothing, or fails
 * after the user waited for the whole answer.
 */
export const chatStreamOffered: JudgeRule<'reply'> = {
  id: 'chat-stream-offered',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints rule 1: "POST /chat/completions and POST /responses can answer either as one synchronous body or as a stream."',
  statement:
    'POST /chat/completions returns an event stream, without an error event, if the stream switch is on.',
  provenBy: 'cs-ignore-stream',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortStream,

  *judge(reply, expect) {
    need(requestsStream(reply.exchange, expect.streamField), 'a request with the stream switch on');
    if (reply.form === 'body') {
      yield { expected: 'text/event-stream', actual: reply.mediaType, where: 'content-type' };
      return;
    }
    yield* refusedInBand(reply);
    if (failsInBand(reply) && reply.exchange.expected === 'accepted') return;
    need(!failsInBand(reply), 'a stream without a failure');
    if (!chatChunks(reply).some(({ choices }) => choices.length > 0)) {
      const actual = `${countText(reply.events.length, 'event')}, none with a choice`;
      yield { expected: 'at least one event with a choice', actual };
    }
  },
};
