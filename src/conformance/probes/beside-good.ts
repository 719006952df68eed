import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { inTurn } from './in-turn.ts';
import { accepted } from './requests.ts';

/** A request that is tried, by what is odd about it. */
export type Trial = readonly [label: string, request: ProbeRequest];

/** Each trial beside one good request, which is sent first and once. */
export async function besideGood(
  gateway: ProbeGateway,
  good: ProbeRequest,
  trials: readonly Trial[],
): Promise<readonly Series[]> {
  const plain = await gateway.send(accepted(good));
  return inTurn(trials, async ([label, request]) => ({
    label,
    exchanges: [plain, await gateway.send(request)],
  }));
}
