import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { endedResponse } from '../../../answers/reply.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { replyRule, seriesRule } from '../../declare.ts';
import { textNotFitting, textNotJson } from '../../findings/json-formats.ts';
import { jsonResponses, LOWEST_LIMIT, limitedResponses } from '../../probes/formats.ts';
import { type Finding, need, needSeen } from '../../rule.ts';

export const responsesFormatJson = replyRule('responses-format-json', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseFormatJsonObject ("ensures the message the model generates is valid JSON"); Open Responses, text.format',
  statement:
    'The text of a response is a JSON object, and nothing else, where text.format asks for one; or the caller is refused.',
  harm: 'A program parses the text: one in a Markdown fence, or beside an explanation, makes it throw.',
  provenBy: 'resp-format-ignored',
  needs: ['structuredOutput'],
  probe: jsonResponses,
  judge: textNotJson,
});

export const responsesFormatFits = replyRule('responses-format-fits', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, TextResponseFormatJsonSchema (strict: "always follow the exact schema")',
  statement:
    'The JSON of a response fits the schema of a text.format that is strict; or the caller is refused.',
  harm: 'A program that relies on the schema does not check the answer again: a missing member is an exception, or a wrong value in its data.',
  provenBy: 'resp-format-without-schema',
  needs: ['structuredOutput'],
  probe: jsonResponses,
  judge: (reply) => textNotFitting(reply, 'responses-format-json'),
});

export const responsesLimitKept = seriesRule('responses-limit-kept', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, max_output_tokens; Response.incomplete_details (max_output_tokens)',
  statement:
    'A response that is longer than max_output_tokens is cut there: it is incomplete, its incomplete_details say max_output_tokens, and its usage counts no more (or 16, the lowest limit that OpenAI takes); or the caller is refused.',
  harm: 'A limit is there for what an answer costs. Half an answer that is completed is taken for the whole one.',
  provenBy: 'resp-limit-ignored',
  probe: limitedResponses,
  *judge({ exchanges }) {
    const exchange = exchanges.at(-1);
    const reply = exchange && narrow('reply', exchange);
    needSeen(reply, 'an answer to a request with max_output_tokens');
    const response = endedResponse(reply);
    need(response, 'a response that has ended', 'responses-stream-terminal-once-last');
    const found = (expected: string, actual: unknown, where: string): Finding => {
      return { expected, actual, where, exchange };
    };
    const { status } = response;
    const reason = member(response.incomplete_details, 'reason');
    if (status !== 'incomplete') yield found('incomplete', status, 'status');
    else if (reason !== 'max_output_tokens') {
      yield found('max_output_tokens', reason, 'incomplete_details.reason');
    }
    const { max_output_tokens: limit } = sentBodyOf(reply.exchange)?.body ?? {};
    const count = member(response.usage, 'output_tokens');
    const most = Math.max(Number(limit), LOWEST_LIMIT);
    if (Number(count) > most) yield found(`at most ${most}`, count, 'usage.output_tokens');
  },
});
