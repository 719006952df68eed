import { isJsonObject, type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import type { Stream } from '../../../answers/narrow.ts';
import { responseBody } from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import {
  OutputItemSchema,
  OutputMessageSchema,
  OutputTextPartSchema,
} from '../../../contract/responses.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** A client reads items and parts by their types: it ignores what it does not know. */
export const responsesOutputShape: JudgeRule<'reply'> = {
  id: 'responses-output-shape',
  level: 'should',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, OutputItem, OutputMessage, OutputTextContent; Open Responses, items',
  statement:
    'Every item of output has an id and a type. A message has the role assistant and content, and its text is in parts of type output_text.',
  provenBy: 'resp-item-no-role',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply) {
    const response = responseBody(reply);
    const items = [
      ...itemsOf(response, reply.form),
      ...(reply.form === 'stream' ? itemsDone(reply) : []),
    ];
    need(items.length > 0, 'an item of output');
    for (const { item, where } of items) yield* oddItem(item, where);
    const text = member(response, 'output_text');
    if (typeof text !== 'string' || text === '') return;
    if (items.some(({ item }) => item.type === 'message')) return;
    const actual = items
      .map(({ item }) => (item.type === undefined ? 'absent' : String(item.type)))
      .join(', ');
    yield { expected: 'an item of type message', actual, where: `${items[0]?.where}.type` };
  },
};

interface PlacedItem {
  readonly where: string;
  readonly item: JsonObject;
}

function itemsOf(response: JsonObject | undefined, form: string): readonly PlacedItem[] {
  const path = form === 'stream' ? 'response.output' : 'output';
  return objectsIn(response?.output).map((item, index) => ({ item, where: `${path}[${index}]` }));
}

function itemsDone(stream: Stream): readonly PlacedItem[] {
  return responseEvents(stream).flatMap(({ type, json: { item } }) =>
    type === 'response.output_item.done' && isJsonObject(item) ? [{ item, where: 'item' }] : [],
  );
}

function* oddItem(item: JsonObject, path: string): Iterable<Finding> {
  const { type, role, content } = item;
  const schema = type === 'message' ? OutputMessageSchema : OutputItemSchema;
  for (const found of contradictions(schema, item)) yield within(path, found);
  if (type !== 'message') return;
  if (typeof role === 'string' && role !== 'assistant') {
    yield { expected: '"assistant"', actual: role, where: `${path}.role` };
  }
  for (const [index, part] of objectsIn(content).entries()) {
    // Other parts, such as a refusal, have fields of their own.
    if (part.type !== 'output_text' && typeof part.text !== 'string') continue;
    const partPath = `${path}.content[${index}]`;
    for (const found of contradictions(OutputTextPartSchema, part)) yield within(partPath, found);
  }
}

function within(path: string, { where, ...found }: Finding): Finding {
  return { ...found, where: where === undefined ? path : `${path}.${where}` };
}
