import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { chatFinish, replyText, replyUsage } from '../../../answers/reply.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { replyRule, seriesRule } from '../../declare.ts';
import { textNotFitting, textNotJson } from '../../findings/json-formats.ts';
import { jsonChats, LIMIT, limitedChats, stoppedChats } from '../../probes/formats.ts';
import { appliesTo, need, needSeen } from '../../rule.ts';

const WHERE = 'choices[0].message.content';

export const chatFormatJson = replyRule('chat-format-json', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseFormatJsonObject ("ensures the message the model generates is valid JSON")',
  statement:
    'The text of an answer is a JSON object, and nothing else, where response_format asks for one; or the caller is refused.',
  harm: 'A program parses the text: one in a Markdown fence, or beside an explanation, makes it throw.',
  provenBy: 'chat-format-ignored',
  needs: ['structuredOutput'],
  probe: jsonChats,
  judge: textNotJson,
});

export const chatFormatFits = replyRule('chat-format-fits', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseFormatJsonSchema (strict: "always follow the exact schema")',
  statement:
    'The JSON of an answer fits the schema of a response_format that is strict; or the caller is refused.',
  harm: 'A program that relies on the schema does not check the answer again: a missing member is an exception, or a wrong value in its data.',
  provenBy: 'chat-format-without-schema',
  needs: ['structuredOutput'],
  probe: jsonChats,
  judge: (reply) => textNotFitting(reply, 'chat-format-json'),
});

export const chatLimitKept = seriesRule('chat-limit-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, max_tokens, max_completion_tokens; finish_reason (length)',
  statement:
    'An answer that is longer than max_tokens or max_completion_tokens is cut there, with the finish_reason length, and its usage counts no more; or the caller is refused.',
  harm: 'A limit is there for what an answer costs. Half an answer that says stop is taken for the whole one.',
  provenBy: 'chat-limit-ignored',
  probe: limitedChats,
  *judge({ label, exchanges: [exchange] }) {
    const reply = exchange && narrow('reply', exchange);
    needSeen(reply, `an answer to a chat with ${label}`);
    const actual = chatFinish(reply);
    if (actual !== 'length') {
      yield { expected: 'length', actual, where: 'choices[0].finish_reason', exchange };
    }
    const count = member(replyUsage(reply), 'completion_tokens');
    if (typeof count === 'number' && count > LIMIT) {
      const where = 'usage.completion_tokens';
      yield { expected: `at most ${LIMIT}`, actual: count, where, exchange };
    }
  },
});

export const chatStopKept = replyRule('chat-stop-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, stop ("The returned text will not contain the stop sequence")',
  statement:
    'The text of an answer has none of the stop words of its request; or the caller is refused.',
  harm: 'A program ends an answer at a word of its own: without that, it reads on into what the model invents, and pays for it.',
  provenBy: 'chat-stop-ignored',
  probe: stoppedChats,
  *judge(reply) {
    const { stop, response_format } = sentBodyOf(reply.exchange)?.body ?? {};
    appliesTo(response_format === undefined, 'a chat that leaves the form of its answer open');
    const words = [stop].flat().filter((word) => typeof word === 'string' && word !== '');
    appliesTo(words.length > 0, 'a chat with stop words');
    const text = replyText(reply);
    need(text !== undefined, 'an answer in text');
    for (const word of words) {
      const at = text.indexOf(String(word));
      if (at === -1) continue;
      yield { expected: `no "${word}"`, actual: text.slice(at), where: WHERE };
    }
  },
});
