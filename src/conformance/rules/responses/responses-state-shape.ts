import { isJsonObject, member } from '../../../answers/json.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { BegunResponseSchema } from '../../../contract/responses.ts';
import { RESPONSE_STATE_EVENTS } from '../../../contract/stream-events.ts';
import { within } from '../../findings/differences.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

const BEGUN: ReadonlySet<string> = new Set(['response.created', 'response.in_progress']);

const StateSchema = BegunResponseSchema.pick({ id: true });
const DatedSchema = BegunResponseSchema.pick({ created_at: true });

/**
 * Clients start their answer with these members: without them they throw, or ignore the event and
 * end the answer as failed.
 */
export const responsesStateShape: JudgeRule<'reply'> = {
  id: 'responses-state-shape',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, Response (required: id, created_at, model); AI SDK and openai-node (throw)',
  statement:
    'The response in each event about its state has the string id, and in response.created and response.in_progress the number created_at and the string model. The created_at of a body, if it has one, is a number.',
  provenBy: 'rst-created-no-model',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(reply) {
    if (reply.form === 'body') {
      need(isJsonObject(reply.json), 'a body that is a JSON object');
      if (Object.hasOwn(reply.json, 'created_at')) yield* contradictions(DatedSchema, reply.json);
      return;
    }
    const states = responseEvents(reply).filter(({ type }) => RESPONSE_STATE_EVENTS.has(type));
    need(states.length > 0, 'a stream with an event about its state');
    for (const { event, type, json } of states) {
      const schema = BEGUN.has(type) ? BegunResponseSchema : StateSchema;
      const place = { where: `${type}, response`, atMs: event.atMs };
      yield* within(place, contradictions(schema, member(json, 'response')));
    }
  },
};
