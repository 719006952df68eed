import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { unknownModel } from '../../probes/bad-fields.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Another model answers, and is billed, for a misspelled name; or the mistake looks like an
 * outage.
 */
export const chatUnknownModel: JudgeRule<'series'> = {
  id: 'chat-unknown-model',
  level: 'should',
  provenance: 'assumed',
  source: 'Open Responses, errors (not_found, 404); OpenAI (model_not_found)',
  statement: 'A chat request with an unknown model returns 404 or 400.',
  provenBy: 'chat-unknown-model-500',
  evidence: 'series',
  operations: ['chat'],
  probe: unknownModel,

  *judge({ exchanges }, expect) {
    const [good, unknown] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(unknown && isSettled(unknown), 'an answer');
    const status = unknown.answer?.status ?? 0;
    if (!expect.unknownModelStatus.includes(status)) {
      const expected = expect.unknownModelStatus.join(' or ');
      yield { expected, actual: status, where: 'status', exchange: unknown };
    }
  },
};
