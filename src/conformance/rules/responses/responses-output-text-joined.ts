import { shortResponse } from '../../probes/responses.ts';
import { outputText } from '../../reply-text.ts';
import { responseBody } from '../../response-body.ts';
import { type JudgeRule, need } from '../../rule.ts';
import { textDifference } from '../../text-difference.ts';

/** Two readers of one response see two texts: one shows output_text, the other the output items. */
export const responsesOutputTextJoined: JudgeRule<'reply'> = {
  id: 'responses-output-text-joined',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Responses response ("Aggregated output text"); OpenAI OpenAPI 2.3.0, Response.output_text',
  statement:
    'output_text is the text of all output_text parts of the output, joined in order with nothing between.',
  provenBy: 'resp-output-text-truncated',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply) {
    const response = responseBody(reply);
    need(response, 'a response');
    const joined = outputText(response);
    need(joined !== undefined, 'a response with output');
    const { output_text: aggregate } = response;
    need(typeof aggregate === 'string', 'a response with output_text');

    const difference = textDifference(joined, aggregate);
    if (difference) yield { ...difference, where: 'output_text' };
  },
};
