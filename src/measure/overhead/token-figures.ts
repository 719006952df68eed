import { defined } from '../../input/defined.ts';
import { carriesPercentile } from '../change/percentile-change.ts';
import { Histogram } from '../histogram.ts';
import type { Sample } from '../sample.ts';
import type { AddedTimes } from './added-times.ts';

/** Percentiles of the time from the write of a token to its read, in ms; only those that the streams carry. */
export interface TokenDelay {
  readonly p50?: number;
  readonly p90?: number;
  readonly p99?: number;
}

/** How tokens come to a caller, without the gateway and through it. */
export interface TokenFigures {
  /** Tokens of the upstream for each read of the caller that brought text. */
  readonly perRead: { readonly floor: number; readonly through: number };
  /** The first token of all streams, the second one, and so on; empty without a shared clock. */
  readonly places: readonly { readonly floor: TokenDelay; readonly through: TokenDelay }[];
}

/** Streams may have many tokens: a chart shows no more. */
const PLACES = 64;

/** The times from write to read of the first token of each stream, of the second one, and so on. */
export class TokenDelays {
  readonly #places: Histogram[] = [];

  add({ tokens }: Pick<AddedTimes, 'tokens'>): void {
    for (const [place, ms] of (tokens?.relayMs ?? []).slice(0, PLACES).entries()) {
      this.#at(place).add(ms);
    }
  }

  merge(other: TokenDelays): void {
    for (const [place, delays] of other.#places.entries()) this.#at(place).merge(delays);
  }

  /** Places with a token. */
  get count(): number {
    return this.#places.length;
  }

  /** What is known of a place. */
  of(place: number): TokenDelay {
    const delays = this.#places[place];
    const at = (percent: number) =>
      carriesPercentile(delays?.count ?? 0, percent) ? delays?.percentile(percent) : undefined;
    return defined({ p50: at(50), p90: at(90), p99: at(99) });
  }

  #at(place: number): Histogram {
    const known = this.#places[place] ?? new Histogram();
    this.#places[place] = known;
    return known;
  }
}

/** The streams of one side. */
interface TokenSide {
  readonly streams: Sample;
  readonly delays: TokenDelays;
}

/** Undefined where either side had no stream. */
export function tokenFigures(floor: TokenSide, through: TokenSide): TokenFigures | undefined {
  const [one, other] = [perRead(floor.streams), perRead(through.streams)];
  if (one === undefined || other === undefined) return undefined;
  const places = Math.max(floor.delays.count, through.delays.count);
  return {
    perRead: { floor: one, through: other },
    places: Array.from({ length: places }, (_, place) => ({
      floor: floor.delays.of(place),
      through: through.delays.of(place),
    })),
  };
}

function perRead({ relayedTokens, relayedReads }: Sample): number | undefined {
  return relayedReads === 0 ? undefined : relayedTokens / relayedReads;
}
