import { describeOutcome } from '../../../answers/narrow.ts';
import { brokeUnanswered } from '../../../exchange/exchange.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { afterRefusal } from '../../probes/http-encodings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A proxy shares the connection: the rest of one request becomes part of another client's answer.
 */
export const transportReuseAfterError: JudgeRule<'series'> = {
  id: 'transport-reuse-after-error',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9112 §9.3, §9.6',
  statement:
    'After refusing a request with a body, the gateway serves the next request on the connection or closes it.',
  provenBy: 'tp-desync',
  evidence: 'series',
  operations: ['chat'],
  probe: afterRefusal,

  *judge({ label, exchanges }) {
    const [good, refused, next] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed alone first, as a control');
    const status = refused?.answer?.status ?? 0;
    need(status >= 400 && status < 500, `a refusal of ${label}`);
    if (refused?.surplus !== undefined) {
      const expected = `nothing after the refusal of ${label}`;
      yield { expected, actual: refused.surplus, exchange: refused };
      return;
    }
    if (next === undefined) return;
    // A connection that closes as the next request arrives counts as closed.
    if (brokeUnanswered(next)) return;
    need(isSettled(next) || next.outcome !== 'answered', 'an answer on the same connection');
    if (!isAccepted(next)) {
      const expected = `2xx on the same connection, after ${label}`;
      yield { expected, actual: describeOutcome(next), exchange: next };
    }
  },
};
