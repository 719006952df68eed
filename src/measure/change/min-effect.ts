import { readDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';

/** The smallest change that matters. A latency must change by both parts. */
export interface MinEffect {
  /** Share of the value before; 0.05 for 5 %. */
  readonly relative: number;
  readonly absoluteMs: number;
}

export const DEFAULT_MIN_EFFECT: MinEffect = { relative: 0.05, absoluteMs: 2 };
/** A percentage point: shares, such as that of errors, are too small for relative changes. */
export const SHARE_EFFECT = 1;

/**
 * `5% and 2ms`, `5%` or `2ms`.
 * @throws UsageError
 */
export function parseMinEffect(text: string): MinEffect {
  const parts = text.split(/\s+and\s+/).map((part) => part.replaceAll(/\s/g, ''));
  const percents = parts.flatMap((part) => /^(\d+(?:\.\d+)?)%$/.exec(part)?.[1] ?? []);
  const times = parts.flatMap((part) => readDuration(part) ?? []);
  const [percent = '0', ...morePercents] = percents;
  const [absoluteMs = 0, ...moreTimes] = times;
  const relative = Number(percent) / 100;
  const isRead = percents.length + times.length === parts.length;
  if (!isRead || morePercents.length + moreTimes.length > 0 || relative + absoluteMs <= 0) {
    throw new UsageError(
      `--min-effect needs a percentage, a duration or both, such as "5% and 2ms"; got ${JSON.stringify(text)}.`,
    );
  }
  return { relative, absoluteMs };
}

/** The effect on a latency of this value, in ms: the larger of both parts. */
export function latencyEffectMs({ relative, absoluteMs }: MinEffect, beforeMs: number): number {
  return Math.max(relative * beforeMs, absoluteMs);
}

/** Overheads are far smaller than latencies: a tenth of the duration matters. */
const OVERHEAD_PART = 0.1;

/** The smallest change that matters of what a gateway adds to a latency. */
export function overheadEffect({ relative, absoluteMs }: MinEffect): MinEffect {
  return { relative, absoluteMs: absoluteMs * OVERHEAD_PART };
}

/** The effect on what a gateway adds to a latency, in ms. */
export function overheadEffectMs(effect: MinEffect, beforeMs: number): number {
  return latencyEffectMs(overheadEffect(effect), Math.max(0, beforeMs));
}

/** The effect on a rate; a minimal effect in ms alone says nothing of it. */
export function rateEffect({ relative }: MinEffect, before: number): number {
  return (relative > 0 ? relative : DEFAULT_MIN_EFFECT.relative) * before;
}
