import { carriesPercentile } from '../change/carries-percentile.ts';
import { Histogram } from '../histogram.ts';
import type { OverheadRound, RoundPair } from './overhead-round.ts';

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

/** Undefined where either side had no stream. */
export function tokenFigures(pairs: readonly RoundPair[]): TokenFigures | undefined {
  const floors = pairs.map(({ floor }) => floor);
  const throughs = pairs.map(({ through }) => through);
  const [floor, through] = [perRead(floors), perRead(throughs)];
  if (floor === undefined || through === undefined) return undefined;
  const longest = Math.max(...[...floors, ...throughs].map((each) => each.relayByPlace.length));
  return {
    perRead: { floor, through },
    places: Array.from({ length: Math.min(PLACES, longest) }, (_, place) => ({
      floor: delayAt(floors, place),
      through: delayAt(throughs, place),
    })),
  };
}

function perRead(rounds: readonly OverheadRound[]): number | undefined {
  const reads = rounds.reduce((sum, round) => sum + round.reads, 0);
  const tokens = rounds.reduce((sum, round) => sum + round.tokens, 0);
  return reads === 0 ? undefined : tokens / reads;
}

function delayAt(rounds: readonly OverheadRound[], place: number): TokenDelay {
  const whole = new Histogram();
  for (const { relayByPlace } of rounds) {
    const histogram = relayByPlace[place];
    if (histogram !== undefined) whole.merge(histogram);
  }
  const at = (percent: number) =>
    carriesPercentile(whole.count, percent) ? whole.percentile(percent) : undefined;
  const [p50, p90, p99] = [at(50), at(90), at(99)];
  return {
    ...(p50 !== undefined && { p50 }),
    ...(p90 !== undefined && { p90 }),
    ...(p99 !== undefined && { p99 }),
  };
}
