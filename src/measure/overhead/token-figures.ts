import { z } from 'zod';
import { defined } from '../../input/defined.ts';
import { carriesPercentile } from '../change/percentile-change.ts';
import { Histogram } from '../histogram.ts';
import type { Sample } from '../sample.ts';
import { MS, NUMBER } from '../scalars.ts';
import type { AddedTimes } from './added-times.ts';

const TokenDelaySchema = z
  .object({ p50: MS.optional(), p90: MS.optional(), p99: MS.optional() })
  .describe('those with enough streams');

/** How tokens come to a caller, without the gateway and through it. */
export const TokensSchema = z.object({
  perRead: z
    .object({ floor: NUMBER, through: NUMBER })
    .describe('tokens of the upstream for each read of the caller that brought text'),
  places: z
    .array(z.object({ floor: TokenDelaySchema, through: TokenDelaySchema }))
    .describe(
      'ms from the write of a token to its read: the first token of all streams, the second one, and so on, at most 64',
    ),
});

type TokenDelay = z.infer<typeof TokenDelaySchema>;
type TokenFigures = z.infer<typeof TokensSchema>;

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
