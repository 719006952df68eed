import { type Exchange, isSuccess } from '../exchange/exchange.ts';
import { least } from '../input/extremes.ts';

/**
 * The replays among the exchanges of one idempotency key: good answers to requests that were sent
 * after the first good answer had come. Earlier ones waited, at least in part, for the work itself.
 */
export function replaysIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  const good = exchanges.filter(isGood);
  const firstEndMs = least(good.map(({ timing }) => timing.endMs));
  return good.filter(({ timing }) => timing.sendMs >= firstEndMs);
}

function isGood({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && isSuccess(answer);
}
