import {
  type CapacityFindings,
  type JudgedRun,
  TELLING_SPREAD,
} from '../../measure/capacity/find-capacity.ts';
import { unobservedIn } from '../../measure/capacity/step-outcome.ts';
import type { CapacityReport, CapacityStep } from '../schema/capacity.ts';
import {
  formatArrivalRate,
  formatDigits,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
} from './number-format.ts';

interface Limited {
  readonly findings: Pick<CapacityFindings, 'limit' | 'runs'>;
  readonly steps: readonly CapacityStep[];
  readonly to: number;
}

/** What bounds the capacity, and how that is known. */
export function limitSentence({ findings: { limit, runs }, steps, to }: Limited): string {
  const held = steps.findLast(({ outcome }) => outcome === 'sustained');
  const missed = steps.find(({ outcome }) => outcome === 'not-sustained');
  const highest =
    held === undefined
      ? 'No rate was held'
      : `The highest rate that was held is ${formatArrivalRate(held.arrivalRate)}`;
  switch (limit) {
    case 'gateway':
      return missed === undefined ? highest : gatewaySentence(missed);
    case 'generator':
      return `The generator is the limit, not the gateway. ${highest}. ${generatorReason(steps)}`;
    case 'range':
      return held === undefined
        ? `Even ${formatArrivalRate(missed?.arrivalRate ?? to)} was missed: no lower rate was tried. Give a lower --start-rate.`
        : `Every rate up to ${formatArrivalRate(held.arrivalRate)} was held: the knee lies above. Give a higher --max-rate.`;
    case 'time':
      return `The search ended before the knee was known. ${highest}. ${neverSeen(runs) ?? 'More time may help: --time-limit.'}`;
    case 'cut-short':
      return [`The search was cut short. ${highest}.`, neverSeen(runs) ?? lastUnseen(runs) ?? '']
        .join(' ')
        .trimEnd();
  }
}

const SEE_MORE = 'Longer steps may help, or a scenario that sends more of it: --step-duration.';

/** Of the objectives that no run saw anything of. */
function neverSeen(runs: readonly JudgedRun[]): string | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const never = unobservedIn(first.run).filter((text) =>
    runs.every(({ run }) => unobservedIn(run).includes(text)),
  );
  if (never.length === 0) return undefined;
  const isRare = runs.some(({ outcome }) => outcome === 'unjudged');
  return `Nothing was measured of ${quoted(never)} at any rate.${isRare ? ` ${SEE_MORE}` : ''}`;
}

/** Of those that the last run saw nothing of. */
function lastUnseen(runs: readonly JudgedRun[]): string | undefined {
  const last = runs.at(-1);
  if (last?.outcome !== 'unjudged') return undefined;
  const { arrivalRate } = last.run;
  return `At ${formatArrivalRate(arrivalRate)} nothing was measured of ${quoted(unobservedIn(last.run))}. ${SEE_MORE}`;
}

function quoted(objectives: readonly string[]): string {
  return objectives.map((text) => `\`${text}\``).join(' and ');
}

function gatewaySentence(missed: CapacityStep): string {
  return `The gateway is the limit: at ${formatArrivalRate(missed.arrivalRate)} ${missPhrase(missed)}, while the generator ${missed.health.healthy ? 'kept up' : 'had room'}.`;
}

/** Beside the outcome of a step: why it was not held, or what to know of one that was. */
export function stepNote(step: CapacityStep): string {
  return [outcomePhrase(step), unseenPhrase(step)].filter((phrase) => phrase !== '').join('; ');
}

function outcomePhrase(step: CapacityStep): string {
  const { outcome, keptUp, health } = step;
  if (outcome === 'not-sustained') return missPhrase(step);
  if (outcome === 'generator') return health.reason ?? 'too few iterations at once';
  // Of a jump it cannot be told whether the gateway kept up.
  const isJump = keptUp !== true || unseenPhrase(step) === '';
  return outcome === 'inconclusive' && isJump ? 'latency grew by a jump, which may be chance' : '';
}

/** The runs that say nothing of an objective. */
function unseenPhrase({ objectives, repeats }: CapacityStep): string {
  return objectives
    .flatMap(({ objective, measuredIn = repeats }) => {
      if (measuredIn === repeats) return [];
      const runs = measuredIn === 0 ? '' : ` in ${repeats - measuredIn} of ${repeats} runs`;
      return [`nothing was measured of \`${objective}\`${runs}`];
    })
    .join(', ');
}

/** Why a step was not held. */
function missPhrase(step: CapacityStep): string {
  const { objectives, repeats } = step;
  const missed = objectives.filter(
    ({ metIn, measured, measuredIn = repeats }) => measured !== null && metIn < measuredIn / 2,
  );
  const phrases = missed.map(({ objective }) => `\`${objective}\` was missed`);
  if (step.keptUp === false) phrases.push(behindPhrase(step));
  if (phrases.length > 0) return phrases.join(' and ');
  const open = objectives.filter(
    ({ measured, measuredIn = repeats }) => measured === null && measuredIn > 0,
  );
  return open.length === 0
    ? 'its runs disagreed'
    : `${quoted(open.map(({ objective }) => objective))} could not be told: requests timed out before the bound`;
}

function behindPhrase(step: CapacityStep): string {
  const { slope, health } = step;
  const unserved = unservedPhrase(step);
  if (unserved !== undefined) return unserved;
  if (health.exhausted) {
    return `all ${formatNumberOf(health.inFlightLimit, 'iteration')} were waiting for it`;
  }
  return slope === null || slope <= 0
    ? 'it fell behind'
    : `it fell behind: latency grew by ${formatDigits(slope * 1000)} ms a second`;
}

/** What became of the requests without a good answer, when they are enough to miss the step. */
function unservedPhrase(step: CapacityStep): string | undefined {
  const { exchanges, errors, throttled, refused = 0, timedOut = 0, overdue = 0 } = step;
  if (errors + throttled + overdue <= exchanges / 100) return undefined;
  const ways = [
    { count: timedOut + overdue, what: 'were not answered in time' },
    { count: throttled + refused, what: 'were turned away' },
    { count: errors - timedOut - refused, what: 'failed' },
  ];
  return ways
    .filter(({ count }) => count > 0)
    .map(({ count, what }, index) => {
      const share = formatShare(count / exchanges);
      return index === 0 ? `${share} of the requests ${what}` : `${share} ${what}`;
    })
    .join(', ');
}

function generatorReason(steps: readonly CapacityStep[]): string {
  const spoilt = steps.findLast(({ outcome }) => outcome === 'generator');
  if (spoilt === undefined) return '';
  const { exhausted, inFlightLimit, reason, starved, schedulerLatencyP99Ms } = spoilt.health;
  if (starved) {
    return `At ${formatArrivalRate(spoilt.arrivalRate)} it waited for a core itself, for up to ${formatMilliseconds(schedulerLatencyP99Ms)}. Give it more cores, or a machine of its own.`;
  }
  if (exhausted) {
    return `At ${formatArrivalRate(spoilt.arrivalRate)} all ${formatNumberOf(inFlightLimit, 'iteration')} were on their way while the gateway was not slower than before. Raise --in-flight.`;
  }
  return reason ?? '';
}

/** The knee with its interval. */
export function kneeSentence({ knee, arrivals }: CapacityReport): string {
  if (knee === null) return 'The knee is not known.';
  const { low, high, level } = knee.confidence;
  const interval = `${formatArrivalRate(low)} to ${formatArrivalRate(high)} at ${formatShare(level)}`;
  if (knee.tooWide === true) {
    return `The knee cannot be told: it lies at ${interval}, ${arrivals} arrivals, which is more than ${formatShare(TELLING_SPREAD)} to one side of ${formatArrivalRate(knee.arrivalRate)}. A longer search narrows it: --time-limit.`;
  }
  const settled = knee.settled ? '' : ' The search ended before it could be told more exactly.';
  return `The knee is at ${formatArrivalRate(knee.arrivalRate)} (${interval}), ${arrivals} arrivals.${settled}`;
}

/** The second estimate, beside the first, as the row of its step has it. */
export function saturatedSentence({ saturated, knee }: CapacityReport): string | undefined {
  if (saturated === undefined) return undefined;
  const { throughput, arrivalRate } = saturated;
  const beside =
    knee === null ? '' : `, ${besidePhrase(throughput / knee.arrivalRate - 1)} the knee`;
  return `Overloaded at ${formatArrivalRate(arrivalRate)}, the gateway still completed ${formatArrivalRate(throughput)}${beside}.`;
}

function besidePhrase(ratio: number): string {
  const share = `${(Math.abs(ratio) * 100).toFixed(1)} %`;
  return `${share} ${ratio < 0 ? 'below' : 'above'}`;
}

/** Share of the variance, below which a curve is not that of the points. */
const WELL_FITTED = 0.95;
const FAR_BEYOND = 1.2;

/** The scaling law and how far it can be believed. */
export function scalingSentence({ scaling, steps }: CapacityReport): string | undefined {
  if (scaling === undefined) return undefined;
  const { lambda, sigma, kappa, r2, points, peak } = scaling;
  const top =
    peak === undefined
      ? 'no peak'
      : `a peak of ${formatArrivalRate(peak.throughput)} with ${formatDigits(peak.inFlight)} in flight`;
  const seen = Math.max(...steps.map(({ completedRate }) => completedRate));
  const trust =
    r2 < WELL_FITTED
      ? ' It fits badly: do not build on it.'
      : peak !== undefined && peak.throughput > seen * FAR_BEYOND
        ? ' Its peak was never seen: do not build on it.'
        : '';
  return `Universal Scalability Law from ${formatNumberOf(points, 'step')}: λ ${formatDigits(lambda)}/s, σ ${sigma.toFixed(4)}, κ ${kappa.toFixed(6)}, ${top}; R² ${r2.toFixed(3)}.${trust}`;
}

/** How many gateways, and by what. */
export function planSentence({ plan, knee }: CapacityReport): string | undefined {
  if (plan === undefined || knee === null) return undefined;
  const { gateways, least, most, perGateway } = plan;
  const range = least === most ? '' : ` (${least} to ${most} by the interval of the knee)`;
  return `For ${formatArrivalRate(plan.arrivalRate)} with ${formatShare(plan.headroom)} headroom: ${formatNumberOf(gateways, 'gateway')} of this kind${range}, each given ${formatArrivalRate(perGateway)}.`;
}
