import { z } from 'zod';
import { INTEGER, NUMBER } from '../scalars.ts';

/** A throughput, in answers per second, with this number of requests in flight. */
export interface ScalingPoint {
  readonly inFlight: number;
  readonly throughput: number;
}

/** Gunther's Universal Scalability Law: X(N) = λN / (1 + σ(N − 1) + κN(N − 1)). */
export const ScalingLawSchema = z.object({
  lambda: NUMBER.describe('responses per second with one request in flight'),
  sigma: NUMBER.describe('contention'),
  kappa: NUMBER.describe('coherency'),
  r2: NUMBER.describe('share of the variance of the throughput that the law explains'),
  points: INTEGER,
  /** Absent when the throughput grows without limit. */
  peak: z.object({ inFlight: NUMBER, throughput: NUMBER }).optional(),
});

type ScalingLaw = z.infer<typeof ScalingLawSchema>;

const LEAST_POINTS = 4;

/**
 * Fits the law by least squares. N/X is linear in its parameters: N/X = a + b(N − 1) + cN(N − 1)
 * with a = 1/λ, b = σ/λ, c = κ/λ, so each point is weighted by X/N, which makes the squared errors
 * those of X relative to X. σ and κ are at least 0: the best fit with this property is taken.
 * Undefined with fewer than 4 points or with all of them at one N.
 */
export function fitScalingLaw(points: readonly ScalingPoint[]): ScalingLaw | undefined {
  const usable = points.filter(({ inFlight, throughput }) => inFlight > 0 && throughput > 0);
  const [least, most] = extremes(usable.map(({ inFlight }) => inFlight));
  if (usable.length < LEAST_POINTS || most < 1.5 * least) return undefined;
  const fits = SHAPES.flatMap((terms) => {
    const fit = weightedFit(usable, terms);
    return fit === undefined ? [] : [fit];
  });
  const [best] = fits
    .map((law) => ({ law, error: relativeError(usable, law) }))
    .toSorted((a, b) => a.error - b.error);
  return (
    best && { ...best.law, ...peakOf(best.law), r2: r2Of(usable, best.law), points: usable.length }
  );
}

/** Throughput with N requests in flight, by the law. */
export function throughputAt(
  { lambda, sigma, kappa }: Pick<ScalingLaw, 'lambda' | 'sigma' | 'kappa'>,
  inFlight: number,
): number {
  return (lambda * inFlight) / (1 + sigma * (inFlight - 1) + kappa * inFlight * (inFlight - 1));
}

type Parameters = Pick<ScalingLaw, 'lambda' | 'sigma' | 'kappa'>;
type Term = (inFlight: number) => number;

const constant: Term = () => 1;
const contention: Term = (n) => n - 1;
const coherency: Term = (n) => n * (n - 1);
/** All terms, or without those that would be negative. */
const SHAPES: readonly (readonly Term[])[] = [
  [constant, contention, coherency],
  [constant, contention],
  [constant, coherency],
  [constant],
];

function weightedFit(
  points: readonly ScalingPoint[],
  terms: readonly Term[],
): Parameters | undefined {
  const rows = points.map(({ inFlight, throughput }) => {
    const weight = throughput / inFlight;
    return terms.map((term) => term(inFlight) * weight);
  });
  const solution = solve(
    terms.map((_, row) => terms.map((__, column) => product(rows, row, column))),
    terms.map((_, row) => rows.reduce((sum, values) => sum + (values[row] ?? 0), 0)),
  );
  if (solution === undefined) return undefined;
  const of = (term: Term): number => {
    const index = terms.indexOf(term);
    return index === -1 ? 0 : (solution[index] ?? 0);
  };
  const [a, b, c] = [of(constant), of(contention), of(coherency)];
  if (a <= 0 || b < 0 || c < 0) return undefined;
  return { lambda: 1 / a, sigma: b / a, kappa: c / a };
}

function product(rows: readonly (readonly number[])[], one: number, other: number): number {
  return rows.reduce((sum, values) => sum + (values[one] ?? 0) * (values[other] ?? 0), 0);
}

/** Gaussian elimination with pivots; undefined when the system has no single solution. */
function solve(matrix: number[][], right: number[]): number[] | undefined {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (let column = 0; column < rows.length; column += 1) {
    const [pivot] = rows
      .slice(column)
      .toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    const head = pivot?.[column] ?? 0;
    if (pivot === undefined || Math.abs(head) < 1e-12) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / head;
      rows[index] = row.map((value, at) => value - factor * (pivot[at] ?? 0));
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}

function relativeError(points: readonly ScalingPoint[], law: Parameters): number {
  return points.reduce(
    (sum, { inFlight, throughput }) => sum + (throughputAt(law, inFlight) / throughput - 1) ** 2,
    0,
  );
}

function r2Of(points: readonly ScalingPoint[], law: Parameters): number {
  const mean = points.reduce((sum, { throughput }) => sum + throughput, 0) / points.length;
  const sum = (of: (point: ScalingPoint) => number) =>
    points.reduce((all, point) => all + of(point) ** 2, 0);
  const whole = sum(({ throughput }) => throughput - mean);
  if (whole === 0) return 0;
  return 1 - sum(({ inFlight, throughput }) => throughput - throughputAt(law, inFlight)) / whole;
}

function peakOf(law: Parameters): Pick<ScalingLaw, 'peak'> {
  const { sigma, kappa } = law;
  if (kappa <= 0 || sigma >= 1) return {};
  const inFlight = Math.sqrt((1 - sigma) / kappa);
  return { peak: { inFlight, throughput: throughputAt(law, inFlight) } };
}

function extremes(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
