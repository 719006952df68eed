import { isJsonObject, member } from '../../../answers/json.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { refusedInBand } from '../../findings/reported-failure.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that requested a stream reads events: with one JSON body it shows nothing, or fails
 * after the user waited for the whole answer.
 */
export const responsesStreamOffered: JudgeRule<'reply'> = {
  id: 'responses-stream-offered',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints rule 1: "POST /chat/completions and POST /responses can answer either as one synchronous body or as a stream."; §What the service does: "streaming events"',
  statement:
    'POST /responses returns a stream of typed events, without an error event, if the stream switch is on.',
  provenBy: 'rst-ignore-stream',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(reply, expect) {
    need(requestsStream(reply.exchange, expect.streamField), 'a request with the stream switch on');
    if (reply.form === 'body') {
      yield { expected: 'text/event-stream', actual: reply.mediaType, where: 'content-type' };
      return;
    }
    yield* refusedInBand(reply);
    const [first] = reply.events;
    if (first === undefined) yield { expected: 'an event', actual: 'a stream without events' };
    for (const event of reply.events) {
      // transport-sse-framing judges later events that are not JSON.
      if (event !== first && !isJsonObject(event.json)) continue;
      const type = member(event.json, 'type');
      if (typeof type === 'string') continue;
      const { atMs } = event;
      const expected = 'a JSON object with a type';
      if (isJsonObject(event.json)) yield { expected, actual: type, where: 'type', atMs };
      else yield { expected, actual: `an event that is not one: ${event.data}`, atMs };
    }
  },
};
