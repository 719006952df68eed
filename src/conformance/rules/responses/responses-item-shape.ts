import { member } from '../../../answers/json.ts';
import { outputItems } from '../../../answers/reply.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { OutputItemSchema, OutputMessageSchema } from '../../../contract/responses.ts';
import { within } from '../../findings/differences.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients select and join items by these members: without them they throw and have no answer. */
export const responsesItemShape: JudgeRule<'reply'> = {
  id: 'responses-item-shape',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, OutputItem, OutputMessage (required: id, type, role, content); AI SDK and openai-node (throw)',
  statement:
    'Every item of output, and every item that a stream adds or finishes, has the strings id and type. A message has the role assistant and the array content, whose parts have a type.',
  provenBy: 'resp-item-no-role',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply) {
    const items = outputItems(reply);
    need(items.length > 0, 'an item of output');
    for (const { item, ...place } of items) {
      const schema = member(item, 'type') === 'message' ? OutputMessageSchema : OutputItemSchema;
      yield* within(place, contradictions(schema, item));
    }
  },
};
