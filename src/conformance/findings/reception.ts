import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { type Finding, need } from '../rule.ts';
import { isAccepted, isSettled } from './acceptance.ts';

/** What became of a request: neither when it failed, or when the caller is asked to come again. */
export type Reception = 'accepted' | 'refused' | 'unsettled';

export function reception(exchange: Exchange): Reception {
  if (!isSettled(exchange)) return 'unsettled';
  if (isAccepted(exchange)) return 'accepted';
  const status = exchange.answer?.status ?? 0;
  return status >= 400 && status < 500 ? 'refused' : 'unsettled';
}

/**
 * Findings where a request was accepted that is to be refused. The series begins with a good
 * request: unless that one is accepted, a refusal of the others says nothing. Nor does a failure
 * of the server, which contradicts no sentence of the interface.
 */
export function* acceptedInstead({ label, exchanges }: Series): Iterable<Finding> {
  const [good, ...bad] = exchanges;
  need(good && reception(good) === 'accepted', 'a good request that is accepted beside it');
  const settled = bad.filter((exchange) => reception(exchange) !== 'unsettled');
  need(settled.length > 0, `a refusal or an acceptance: ${bad.map(describeOutcome).join('; ')}`);
  for (const exchange of settled) {
    if (reception(exchange) !== 'accepted') continue;
    const actual = `status ${exchange.answer?.status}`;
    yield { expected: `4xx for ${label}`, actual, where: 'status', exchange };
  }
}
