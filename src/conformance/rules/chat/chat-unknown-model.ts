import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { unknownModel } from '../../probes/bad-fields.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A misspelled model is answered, and billed, by another; or it looks like an outage. */
export const chatUnknownModel: JudgeRule<'series'> = {
  id: 'chat-unknown-model',
  level: 'should',
  provenance: 'assumed',
  source: 'Open Responses, errors (not_found, 404); OpenAI (model_not_found)',
  statement: 'A chat with an unknown model is refused with 404 or 400.',
  provenBy: 'chat-unknown-model-500',
  evidence: 'series',
  operations: ['chat'],
  probe: unknownModel,

  *judge({ exchanges }, expect) {
    const [good, unknown] = exchanges;
    need(good && isAccepted(good), 'a good request that is accepted beside it');
    need(unknown && isSettled(unknown), 'an answer');
    const status = unknown.answer?.status ?? 0;
    if (!expect.unknownModelStatus.includes(status)) {
      const expected = expect.unknownModelStatus.join(' or ');
      yield { expected, actual: status, where: 'status', exchange: unknown };
    }
  },
};
