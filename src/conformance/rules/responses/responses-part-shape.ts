import { member, objectsIn } from '../../../answers/json.ts';
import { outputItems } from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import {
  AnnotatedPartSchema,
  OutputPartSchema,
  OutputTextPartSchema,
} from '../../../contract/responses.ts';
import { within } from '../../findings/differences.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients read the parts of a message with a schema, and throw instead of returning its text. */
export const responsesPartShape: JudgeRule<'reply'> = {
  id: 'responses-part-shape',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, OutputTextContent (required: text, annotations), ResponseContentPartAddedEvent; AI SDK and openai-node (throw)',
  statement:
    'Each output_text part of an item has the array annotations. The part that a stream adds or finishes has a type, and an output_text part that it adds has the string text.',
  provenBy: 'resp-no-annotations',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply) {
    const parts = outputItems(reply).flatMap(({ item, where, ...at }) =>
      objectsIn(member(item, 'content'))
        .map((part, index) => ({ ...at, part, where: `${where}.content[${index}]` }))
        .filter(({ part }) => part.type === 'output_text'),
    );
    const events = reply.form === 'stream' ? responseEvents(reply) : [];
    const ofEvents = events.filter(({ type }) => PART_EVENTS.has(type));
    need(parts.length + ofEvents.length > 0, 'a part of a message');

    for (const { part, ...place } of parts) {
      yield* within(place, contradictions(AnnotatedPartSchema, part));
    }
    for (const { event, type, json } of ofEvents) {
      const isText = type === ADDED && member(json.part, 'type') === 'output_text';
      const schema = isText ? OutputTextPartSchema : OutputPartSchema;
      const place = { where: `${type}, part`, atMs: event.atMs };
      yield* within(place, contradictions(schema, json.part));
    }
  },
};

const ADDED = 'response.content_part.added';
const PART_EVENTS: ReadonlySet<string> = new Set([ADDED, 'response.content_part.done']);
