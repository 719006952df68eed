import { isJsonObject, type JsonObject } from '../../../answers/json.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import {
  DONE,
  KNOWN_RESPONSES_EVENTS,
  KnownResponsesEventSchema,
} from '../../../contract/stream-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * Typed clients select an event by its type and read its fields: if one is missing they fail
 * during the stream.
 */
export const responsesStreamEventShape: JudgeRule<'begun'> = {
  id: 'responses-stream-event-shape',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseStreamEvent; Open Responses, streaming events and errors',
  statement:
    'Every event of a responses stream has a type and the fields of that type, among them the ids and indices of its item and part.',
  provenBy: 'rst-delta-no-index',
  evidence: 'begun',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(reply) {
    need(reply.form === 'stream', 'an event stream');
    const events = reply.events.filter(({ data, json }) => data !== DONE && isJsonObject(json));
    need(events.length > 0, 'a stream with events');
    for (const { json, atMs } of events) {
      for (const found of isJsonObject(json) ? oddities(json) : []) yield { ...found, atMs };
    }
  },
};

function* oddities(json: JsonObject): Iterable<Finding> {
  const { type } = json;
  if (typeof type !== 'string') {
    yield { expected: 'string', actual: type, where: 'type' };
  } else if (type !== 'error' && KNOWN_RESPONSES_EVENTS.has(type) && !isPlainDelta(json)) {
    for (const found of contradictions(KnownResponsesEventSchema, json)) {
      if (OTHERS.has(found.where ?? '')) continue;
      yield { ...found, where: `${type}, ${found.where ?? 'event'}` };
    }
  }
}

/** Other rules judge the sequence, and what clients read of the response, its items and parts. */
const OTHERS: ReadonlySet<string> = new Set([
  'sequence_number',
  'response',
  'response.id',
  'response.object',
  'response.status',
  'item',
  'item.id',
  'item.type',
  'part',
  'part.type',
]);

/** Most events are deltas, and the schema takes far longer to check that one is complete. */
function isPlainDelta(json: JsonObject): boolean {
  return (
    json.type === 'response.output_text.delta' &&
    typeof json.delta === 'string' &&
    typeof json.item_id === 'string' &&
    Number.isInteger(json.output_index) &&
    Number.isInteger(json.content_index)
  );
}
