import { notRefused } from '../../findings/acceptance.ts';
import { badChats } from '../../probes/bad-fields.ts';
import type { JudgeRule } from '../../rule.ts';

/** A mistake that returns 2xx is not noticed: the caller pays for an answer to another question. */
export const chatBadFieldsRefused: JudgeRule<'series'> = {
  id: 'chat-bad-fields-refused',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest (required model, messages)',
  statement:
    'A chat request without model or messages, or with a field of the wrong type, returns 4xx.',
  provenBy: 'chat-missing-model-default',
  evidence: 'series',
  operations: ['chat'],
  probe: badChats,

  judge(series) {
    return notRefused(series);
  },
};
