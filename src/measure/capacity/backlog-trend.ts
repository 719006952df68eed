import { median } from '../../input/order-statistics.ts';

/** One answer: the scheduled start of its request, and the time from there to its end. */
export interface TimedAnswer {
  readonly intendedMs: number;
  readonly tookMs: number;
  /** Answers of one kind are expected to have similar latencies. */
  readonly kind: string;
}

export interface Trend {
  /** Null when the latency grew by one jump and not steadily: a hiccup, or chance. */
  readonly keepsUp: boolean | null;
  /** Growth of the latency in ms per ms: an overload of 1 % makes it grow by 0.01. */
  readonly slope: number;
}

/** Growth below this counts as none: arrivals 0.3 % above the capacity. */
const LEAST_SLOPE = 0.003;
/** For a half of the step: the sign of growth, without its full amount. */
const LEAST_HALF_SLOPE = 0.001;
/** Kendall's tau that chance exceeds in 1 of 100 cases, by the number of batches. */
const LEAST_TAU = { 6: 0.85, 12: 0.55 } as const;

/**
 * Whether a gateway keeps up with constant demand. One that does not is more behind with every
 * arrival: its latency from the scheduled start grows as ρ − 1, where ρ is the rate over the
 * capacity. So the answers are put in batches in the order of their scheduled starts; the gateway
 * does not keep up when the medians of the batches grow (Theil-Sen slope), steadily (Kendall's
 * tau at 1 %), and in both halves of the step. Medians and ranks: a few slow answers are not growth.
 * Undefined with fewer than 12 answers.
 */
export function backlogTrend(answers: readonly TimedAnswer[]): Trend | undefined {
  if (answers.length < 12) return undefined;
  const count = answers.length < 60 ? 6 : 12;
  const points = batches(withoutKinds(answers), count);
  const slope = theilSen(points);
  const grows = slope > LEAST_SLOPE && tau(points) >= LEAST_TAU[count];
  const halves = [points.slice(0, count / 2), points.slice(count / 2)];
  const throughout = halves.every((half) => theilSen(half) > LEAST_HALF_SLOPE);
  return { slope, keepsUp: grows ? (throughout ? false : null) : true };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Each latency less the median of its kind, in the order of the scheduled starts. */
function withoutKinds(answers: readonly TimedAnswer[]): Point[] {
  const byKind = Map.groupBy(answers, ({ kind }) => kind);
  const usual = new Map(
    [...byKind].map(([kind, of]) => [kind, median(of.map(({ tookMs }) => tookMs))]),
  );
  return answers
    .map(({ intendedMs, tookMs, kind }) => ({ x: intendedMs, y: tookMs - (usual.get(kind) ?? 0) }))
    .toSorted((a, b) => a.x - b.x);
}

function batches(points: readonly Point[], count: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.round((edge * points.length) / count));
    const batch = points.slice(from, to);
    return { x: median(batch.map(({ x }) => x)), y: median(batch.map(({ y }) => y)) };
  });
}

/** The median of the slopes between all pairs. */
function theilSen(points: readonly Point[]): number {
  return median(pairs(points).map(([a, b]) => (b.y - a.y) / Math.max(b.x - a.x, 1e-6)));
}

/** Share of the pairs that grow, less the share of those that shrink. */
function tau(points: readonly Point[]): number {
  const signs = pairs(points).map(([a, b]) => Math.sign(b.y - a.y));
  return signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
}

function pairs(points: readonly Point[]): [Point, Point][] {
  return points.flatMap((a, index) => points.slice(index + 1).map((b): [Point, Point] => [a, b]));
}
