import { eventsAfterError } from '../../../answers/failures/error-events.ts';
import { member, objectsIn } from '../../../answers/json.ts';
import { contentDelta } from '../../../contract/content-delta.ts';
import type { Operation } from '../../../contract/operations.ts';
import { DONE } from '../../../contract/stream-events.ts';
import type { StreamEvent } from '../../../exchange/sse.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Official clients throw at the error and drop the rest, which is billed. Others ignore the error and show
 * the answer as whole.
 */
export const errorsEventLast: JudgeRule<'begun'> = {
  id: 'errors-event-last',
  level: 'should',
  provenance: 'assumed',
  source: 'openai-node, streaming.js (throws on data.error); Open Responses, errors',
  statement:
    'After an error event, a stream has no more of the answer, and nothing that ends a whole answer.',
  provenBy: 'err-event-midway',
  evidence: 'begun',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const { operation } = reply.exchange;
    const after = eventsAfterError(reply).find((event) => continues(event, operation));
    if (after === undefined) return;
    yield { expected: 'the end after the error event', actual: after.data, atMs: after.atMs };
  },
};

/** Whether an event adds to the answer, or ends it as a whole one. */
function continues({ data, json }: StreamEvent, operation: Operation | 'other'): boolean {
  if (operation === 'responses')
    return member(json, 'type') === 'response.completed' || contentDelta(operation, json) !== '';
  const finishes = objectsIn(member(json, 'choices')).some(
    (choice) => typeof choice.finish_reason === 'string',
  );
  return data === DONE || finishes || contentDelta(operation, json) !== '';
}
