import { refusalOf } from '../../../answers/refusal.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { needRefusedUpstream } from '../../findings/upstream-failure.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import type { JudgeRule } from '../../rule.ts';

/** Those that the caller can correct. */
const MEANT = [400, 404, 413, 422];

/**
 * A caller that gets 500 for its own mistake retries without success, and does not correct the
 * request.
 */
export const relay4xxStays4xx: JudgeRule<'relay'> = {
  id: 'relay-4xx-stays-4xx',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI, error codes',
  statement:
    'A 400, 404, 413 or 422 of the upstream reaches the caller as 4xx, with the message of the upstream.',
  provenBy: 'relay-400-as-500',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: failingUpstream,

  *judge(relay) {
    const meant = needRefusedUpstream(relay, (status) => MEANT.includes(status));
    const { exchange, status, upstream } = meant;
    if (status < 400 || status > 499) {
      yield { expected: `a 4xx status for ${upstream} of the upstream`, actual: status, exchange };
      return;
    }
    // The message of the upstream begins with the nonce of the request.
    const { message } = refusalOf(exchange);
    const [nonce] = relay.upstream[0]?.nonces ?? [];
    if (nonce === undefined || noncesIn(message).has(nonce)) return;
    yield {
      expected: 'the message of the upstream',
      actual: message,
      where: 'error.message',
      exchange,
    };
  },
};
