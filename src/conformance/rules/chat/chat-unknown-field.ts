import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { unknownField } from '../../probes/bad-fields.ts';
import { type JudgeRule, need } from '../../rule.ts';

const REFUSALS: ReadonlySet<number> = new Set([400, 422]);

/** A client that is newer than the gateway takes its 5xx for an outage and retries forever. */
export const chatUnknownField: JudgeRule<'series'> = {
  id: 'chat-unknown-field',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI (400 for an unrecognised argument); Open Responses, extending the specification',
  statement: 'The gateway ignores an unknown field of a chat request, or returns 400.',
  provenBy: 'chat-unknown-field-500',
  evidence: 'series',
  operations: ['chat'],
  probe: unknownField,

  *judge({ exchanges }) {
    const [good, odd] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(odd && isSettled(odd), 'an answer');
    const status = odd.answer?.status ?? 0;
    if (!isAccepted(odd) && !REFUSALS.has(status)) {
      yield { expected: '2xx or 400', actual: status, where: 'status', exchange: odd };
    }
  },
};
