import { isJsonObject, type JsonObject, objectsIn } from '../../../answers/json.ts';
import { shortChat } from '../../probes/chat.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Records, bills and logs use these values as keys: with an empty one, they mix up. */
export const chatNamesNotEmpty: JudgeRule<'reply'> = {
  id: 'chat-names-not-empty',
  level: 'should',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, id ("A unique identifier"), model ("The model used"); interface (identifier, object kind, model that answered)',
  statement:
    'The id, item_id, object, model and status of an answer or an event are never an empty string.',
  provenBy: 'chat-model-empty',
  evidence: 'reply',
  operations: ['chat', 'responses', 'video-create', 'video-read', 'video-cancel'],
  probe: shortChat,

  *judge(reply, { allowEmptyFirstChunk }) {
    if (reply.form === 'body') {
      need(isJsonObject(reply.json), 'a body that is a JSON object');
      yield* emptyNames(reply.json, '');
      return;
    }
    const events = reply.events.slice(allowEmptyFirstChunk ? 1 : 0);
    need(events.length > 0, 'a stream with events');
    for (const { json, atMs } of events) {
      if (!isJsonObject(json)) continue;
      for (const found of emptyNames(json, '')) yield { ...found, atMs };
    }
  },
};

const NAMES = ['id', 'item_id', 'object', 'model', 'status'];

/** In the object itself, in the response or item of an event, and in the items of output. */
function emptyNames(object: JsonObject, path: string): readonly Finding[] {
  const found: Finding[] = NAMES.filter((name) => object[name] === '').map((name) => ({
    expected: 'non-empty string',
    actual: '""',
    where: path + name,
  }));
  if (path !== '' && !path.startsWith('response.')) return found;
  for (const name of ['response', 'item']) {
    const inner = object[name];
    if (isJsonObject(inner) && path === '') found.push(...emptyNames(inner, `${name}.`));
  }
  for (const [index, item] of objectsIn(object.output).entries()) {
    found.push(...emptyNames(item, `${path}output[${index}].`));
  }
  return found;
}
