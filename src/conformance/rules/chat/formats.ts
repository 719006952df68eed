import { isJsonObject, type JsonObject, member, parseJson } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { chatFinish, replyRefusal, replyText } from '../../../answers/reply.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { toolCalls } from '../../../answers/tool-calls.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { describedBy } from '../../../contract/json-schema.ts';
import { replyRule } from '../../declare.ts';
import { jsonChats } from '../../probes/formats.ts';
import { appliesTo, need } from '../../rule.ts';

const WHERE = 'choices[0].message.content';

export const chatFormatJson = replyRule('chat-format-json', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseFormatJsonObject ("ensures the message the model generates is valid JSON")',
  statement:
    'The text of an answer is a JSON object, and nothing else, where response_format asks for one; or the caller is refused.',
  harm: 'A program parses the text: one in a Markdown fence, or beside an explanation, makes it throw.',
  provenBy: 'chat-format-ignored',
  probe: jsonChats,
  *judge(reply) {
    const { text } = needFormatted(reply);
    if (isJsonObject(parseJson(text))) return;
    yield { expected: 'a JSON object', actual: text, where: WHERE };
  },
});

export const chatFormatFits = replyRule('chat-format-fits', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseFormatJsonSchema (strict: "always follow the exact schema")',
  statement:
    'The JSON of an answer fits the schema of a response_format that is strict; or the caller is refused.',
  harm: 'A program that relies on the schema does not check the answer again: a missing member is an exception, or a wrong value in its data.',
  provenBy: 'chat-format-without-schema',
  probe: jsonChats,
  *judge(reply) {
    const { text, format } = needFormatted(reply);
    const wanted = member(format, 'json_schema');
    const schema = member(wanted, 'schema');
    appliesTo(isJsonObject(schema) && member(wanted, 'strict') === true, 'a strict schema');
    const described = describedBy(schema);
    need(described, 'a schema that can be checked');
    const json = parseJson(text);
    need(json !== undefined, 'a text of JSON', 'chat-format-json');
    for (const { where, ...found } of contradictions(described, json)) {
      yield { ...found, where: [WHERE, where].filter(Boolean).join(', ') };
    }
  },
});

/** The text of a whole answer to a chat that asks for JSON. */
function needFormatted(reply: Answer | Stream): { text: string; format: JsonObject } {
  const format = sentBodyOf(reply.exchange)?.body.response_format;
  appliesTo(
    isJsonObject(format) && (format.type === 'json_object' || format.type === 'json_schema'),
    'a chat that asks for JSON',
  );
  need(chatFinish(reply) === 'stop', 'an answer that the model ended');
  const text = replyText(reply);
  need(
    text !== undefined && replyRefusal(reply) === '' && toolCalls(reply).length === 0,
    'an answer in text, without a refusal and a call',
  );
  return { text, format };
}
