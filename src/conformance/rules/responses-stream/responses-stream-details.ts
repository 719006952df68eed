import { member } from '../../../answers/json.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { RESPONSE_STATE_EVENTS, SnapshotDetailsSchema } from '../../../contract/stream-events.ts';
import { within } from '../../findings/differences.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A program that shows the state of a response, or the reason of a failure, shows nothing. */
export const responsesStreamDetails: JudgeRule<'begun'> = {
  id: 'responses-stream-details',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, Response, ResponseErrorEvent; Open Responses, errors',
  statement:
    'The response in an event about its state has the object "response" and a status. An error event has a message.',
  provenBy: 'rst-object-wrong',
  evidence: 'begun',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const events = responseEvents(reply).filter(
      ({ type }) => type === 'error' || RESPONSE_STATE_EVENTS.has(type),
    );
    need(events.length > 0, 'an event about the state of the response');
    for (const { event, type, json } of events) {
      const { atMs } = event;
      if (type !== 'error') {
        const place = { where: `${type}, response`, atMs };
        yield* within(place, contradictions(SnapshotDetailsSchema, json.response));
        continue;
      }
      // OpenAI puts the message in the event, Open Responses in its field error.
      const message = json.message ?? member(json.error, 'message');
      if (typeof message === 'string' && message !== '') continue;
      const actual = json.error;
      yield { expected: 'message, or error.message', actual, where: 'error', atMs };
    }
  },
};
