import type { Exchange } from '../../exchange/exchange.ts';
import { resultsOf } from '../findings/idempotent-results.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted } from '../requests/plain.ts';
import { withinBudget } from './within-budget.ts';

/** The request under a key, as the first or a later attempt. */
export function keyed(request: ProbeRequest, key: string, attempt = 1): ProbeRequest {
  return { ...request, idempotencyKey: key, group: { kind: 'key', id: key }, attempt };
}

/**
 * An unrelated request where two answers have the same id, which shows whether all answers have it; nothing
 * where the ids differ.
 */
export async function unrelatedIfAlike(
  gateway: ProbeGateway,
  pair: readonly (Exchange | undefined)[],
  unrelated: ProbeRequest,
): Promise<readonly Exchange[]> {
  const exchanges = pair.filter((exchange) => exchange !== undefined);
  const [one, other] = resultsOf({ label: '', exchanges });
  if (one?.id === undefined || one.id !== other?.id) return [];
  const exchange = await withinBudget(gateway.control(accepted(unrelated)));
  return exchange === undefined ? [] : [exchange];
}
