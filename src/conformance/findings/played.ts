import { isBillable } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Played } from '../evidence.ts';

/** Whether a request has an Idempotency-Key that others of its history may have, too. */
export function isKeyed({ key, exchange }: Played): boolean {
  return key !== undefined && isBillable(exchange.operation);
}

/** A job of a history. */
interface PlayedJob {
  /** The exchange that created it. */
  readonly made: Exchange;
  /** What its own tenant did with it, in the order sent. */
  readonly own: readonly Exchange[];
}

/** The jobs of a history with which anything was done. */
export function jobsOf(played: readonly Played[]): readonly PlayedJob[] {
  const about = played.filter(({ of }) => of?.operation === 'video-create');
  return [...Map.groupBy(about, ({ of }) => of)].flatMap(([made, each]): readonly PlayedJob[] => {
    if (made === undefined) return [];
    const { credential } = made.request;
    const exchanges = each.map(({ exchange }) => exchange);
    return [{ made, own: exchanges.filter(({ request }) => request.credential === credential) }];
  });
}
