import { member, objectsIn } from '../../../answers/json.ts';
import { outputItems, responseBody } from '../../../answers/reply.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { OutputTextPartSchema } from '../../../contract/responses.ts';
import { within } from '../../findings/differences.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client reads items and parts by their types: it loses the text of others, or throws. */
export const responsesOutputShape: JudgeRule<'reply'> = {
  id: 'responses-output-shape',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, OutputMessage, OutputTextContent; Open Responses, items',
  statement: 'The text of a response is in messages, and there in parts of type output_text.',
  provenBy: 'resp-part-type-text',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply) {
    const items = outputItems(reply);
    need(items.length > 0, 'an item of output');
    const types = items.map(({ item }) => member(item, 'type'));
    for (const { item, ...place } of items) {
      if (member(item, 'type') !== 'message') continue;
      for (const [index, part] of objectsIn(member(item, 'content')).entries()) {
        // Other parts, such as a refusal, have fields of their own.
        if (part.type !== 'output_text' && typeof part.text !== 'string') continue;
        const where = `${place.where}.content[${index}]`;
        yield* within({ ...place, where }, contradictions(OutputTextPartSchema, part));
      }
    }
    const text = responseBody(reply)?.output_text;
    if (typeof text !== 'string' || text === '' || types.includes('message')) return;
    need(
      types.every((type) => typeof type === 'string'),
      'items with a type',
      'responses-item-shape',
    );
    const where = `${items.at(-1)?.where}.type`;
    yield { expected: 'an item of type message', actual: [...new Set(types)].join(', '), where };
  },
};
