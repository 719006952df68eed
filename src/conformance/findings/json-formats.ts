import { isJsonObject, member, parseJson } from '../../answers/json.ts';
import type { Answer, Stream } from '../../answers/narrow.ts';
import { chatFinish, replyRefusal, replyText, responseBody } from '../../answers/reply.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import { toolCalls } from '../../answers/tool-calls.ts';
import { contradictions } from '../../contract/contradictions.ts';
import { describedBy } from '../../contract/json-schema.ts';
import { appliesTo, type Finding, need } from '../rule.ts';
import { inText } from './differences.ts';

/** The text of a whole answer to a request that asks for JSON. */
interface Formatted {
  readonly text: string;
  /** Where the text stands. */
  readonly where: string;
  /** What has the schema, and says whether it is strict. */
  readonly wanted: unknown;
}

/** A text that is not a JSON object, where the request asks for one. */
export function* textNotJson(reply: Answer | Stream): Iterable<Finding> {
  const { text, where } = needFormatted(reply);
  if (!isJsonObject(parseJson(text))) yield { expected: 'a JSON object', actual: text, where };
}

/** The places of a text in JSON that do not fit the strict schema of the request. */
export function* textNotFitting(
  reply: Answer | Stream,
  because: 'chat-format-json' | 'responses-format-json',
): Iterable<Finding> {
  const { text, wanted, where: place } = needFormatted(reply);
  const schema = member(wanted, 'schema');
  appliesTo(isJsonObject(schema) && member(wanted, 'strict') === true, 'a strict schema');
  const described = describedBy(schema);
  need(described, 'a schema that can be checked');
  const json = parseJson(text);
  need(json !== undefined, 'a text of JSON', because);
  yield* inText(place, contradictions(described, json));
}

function needFormatted(reply: Answer | Stream): Formatted {
  const sent = sentBodyOf(reply.exchange)?.body;
  const isChat = reply.exchange.operation === 'chat';
  const format = isChat ? sent?.response_format : member(sent?.text, 'format');
  appliesTo(
    isJsonObject(format) && (format.type === 'json_object' || format.type === 'json_schema'),
    'a request that asks for JSON',
  );
  appliesTo(sent?.stop === undefined || sent.stop === null, 'a request without stop words');
  const isWhole = isChat
    ? chatFinish(reply) === 'stop'
    : responseBody(reply)?.status === 'completed';
  need(isWhole, 'an answer that the model ended');
  const text = replyText(reply);
  need(
    text !== undefined && replyRefusal(reply) === '' && toolCalls(reply).length === 0,
    'an answer in text, without a refusal and a call',
  );
  return isChat
    ? { text, where: 'choices[0].message.content', wanted: format.json_schema }
    : { text, where: 'output_text', wanted: format };
}
