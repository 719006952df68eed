import {
  type CapacityFindings,
  type JudgedRun,
  TELLING_SPREAD,
} from '../../measure/capacity/find-capacity.ts';
import { unobservedIn } from '../../measure/capacity/step-outcome.ts';
import type { CapacityReport, CapacityStep } from '../schema/capacity.ts';
import {
  formatDigits,
  formatMeasuredRate,
  formatMilliseconds,
  formatNumberOf,
  formatRequestRate,
  formatShare,
} from './number-format.ts';

interface Limited {
  readonly findings: Pick<CapacityFindings, 'knee' | 'limit' | 'runs'>;
  readonly steps: readonly CapacityStep[];
  readonly to: number;
}

/** What limits the capacity, and how that is known. */
export function limitSentence({ findings: { knee, limit, runs }, steps, to }: Limited): string {
  const sustained = steps.findLast(({ outcome }) => outcome === 'sustained');
  const unsustained = steps.filter(({ outcome }) => outcome === 'not-sustained');
  // One below a sustained rate was a passing trouble, not the limit.
  const missed =
    unsustained.find(({ arrivalRate }) => arrivalRate > (sustained?.arrivalRate ?? 0)) ??
    unsustained[0];
  const highest =
    sustained === undefined
      ? runs.length === 0
        ? 'No rate was measured to its end'
        : 'No rate was sustained'
      : `The highest sustained rate is ${formatRequestRate(sustained.arrivalRate)}`;
  switch (limit) {
    case 'gateway':
      return missed === undefined
        ? highest
        : [gatewaySentence(missed), failuresRemark(steps, knee?.arrivalRate)].join(' ').trimEnd();
    case 'generator':
      return `The load generator is the limit, not the gateway. ${highest}. ${generatorReason(steps)}`;
    case 'range':
      return sustained === undefined
        ? `Even ${formatRequestRate(missed?.arrivalRate ?? to)} was not sustained, and no lower rate was tried. Lower --start-rate.`
        : `Every rate up to ${formatRequestRate(sustained.arrivalRate)} was sustained: the maximum is higher. Raise --max-rate.`;
    case 'time':
      return `The search ended before the maximum sustainable rate was known. ${highest}. ${neverObserved(runs) ?? 'A longer search may find it: --time-limit.'}`;
    case 'cut-short':
      return [
        `The search was cut short. ${highest}.`,
        neverObserved(runs) ?? lastUnobserved(runs) ?? '',
      ]
        .join(' ')
        .trimEnd();
  }
}

const SEE_MORE =
  'Longer steps (--step-duration) may help, or a scenario that sends more of these requests.';

/** Names the objectives that no run measured. */
function neverObserved(runs: readonly JudgedRun[]): string | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const never = unobservedIn(first.run).filter((text) =>
    runs.every(({ run }) => unobservedIn(run).includes(text)),
  );
  if (never.length === 0) return undefined;
  const isRare = runs.some(({ outcome }) => outcome === 'unjudged');
  return `Nothing was measured for ${quoted(never)} at any rate.${isRare ? ` ${SEE_MORE}` : ''}`;
}

/** Names the objectives that the last run did not measure. */
function lastUnobserved(runs: readonly JudgedRun[]): string | undefined {
  const last = runs.at(-1);
  if (last?.outcome !== 'unjudged') return undefined;
  const { arrivalRate } = last.run;
  return `At ${formatRequestRate(arrivalRate)} nothing was measured for ${quoted(unobservedIn(last.run))}. ${SEE_MORE}`;
}

function quoted(objectives: readonly string[]): string {
  return objectives.map((text) => `\`${text}\``).join(' and ');
}

function gatewaySentence(missed: CapacityStep): string {
  return `The gateway is the limit: at ${formatRequestRate(missed.arrivalRate)} ${missPhrase(missed)}, while the load generator ${missed.health.healthy ? 'kept up' : 'had capacity to spare'}.`;
}

/** A gateway that completes this multiple of its knee has capacity beyond it. */
const WELL_BEYOND = 1.1;
/** A latency up to this multiple of that at the highest sustained rate is as before. */
const AS_BEFORE = 1.5;

/**
 * A gateway that fails now and then at any rate has a knee where a run happens to be without failures:
 * far above it, it completes more, and is as fast.
 */
function failuresRemark(steps: readonly CapacityStep[], knee: number | undefined): string {
  const usualMs = steps.findLast(({ outcome }) => outcome === 'sustained')?.fromIntendedMs?.p95;
  if (knee === undefined || usualMs === undefined) return '';
  const beyond = steps.findLast((step) => {
    const { fromIntendedMs, completedRate, outcome } = step;
    return (
      outcome === 'not-sustained' &&
      completedRate > knee * WELL_BEYOND &&
      (fromIntendedMs?.p95 ?? Number.POSITIVE_INFINITY) <= usualMs * AS_BEFORE &&
      unservedPhrase(step) !== undefined
    );
  });
  if (beyond === undefined) return '';
  const { arrivalRate, completedRate } = beyond;
  return `But at ${formatRequestRate(arrivalRate)} it completed ${formatRequestRate(completedRate)}, as fast as before: failed or rejected requests end the search, and not its capacity. If they also fail at low rates, correct that and search again.`;
}

/** Beside the outcome of a step: why it was not sustained, or a limitation of one that was. */
export function stepNote(step: CapacityStep): string {
  return [outcomePhrase(step), unobservedPhrase(step)].filter((phrase) => phrase !== '').join('; ');
}

function outcomePhrase(step: CapacityStep): string {
  const { outcome, keptUp, health } = step;
  if (outcome === 'not-sustained') return missPhrase(step);
  if (outcome === 'generator') return health.reason ?? 'too few iterations in flight';
  // A jump leaves open whether the gateway kept up.
  const isJump = keptUp !== true || unobservedPhrase(step) === '';
  return outcome === 'inconclusive' && isJump ? 'latency jumped once, which may be chance' : '';
}

/** The runs that did not measure an objective. */
function unobservedPhrase({ objectives, repeats }: CapacityStep): string {
  return objectives
    .flatMap(({ objective, measuredIn = repeats }) => {
      if (measuredIn === repeats) return [];
      const runs = measuredIn === 0 ? '' : ` in ${repeats - measuredIn} of ${repeats} runs`;
      return [`nothing was measured for \`${objective}\`${runs}`];
    })
    .join(', ');
}

/** Why a step was not sustained. */
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
    : `${quoted(open.map(({ objective }) => objective))} could not be judged: requests timed out before the limit`;
}

function behindPhrase(step: CapacityStep): string {
  const { slope, health } = step;
  const unserved = unservedPhrase(step);
  if (unserved !== undefined) return unserved;
  if (health.exhausted) {
    return `all ${formatNumberOf(health.inFlightLimit, 'iteration')} were waiting for its responses`;
  }
  return slope === null || slope <= 0
    ? 'it fell behind'
    : `latency kept rising (${formatDigits(slope * 1000)} ms per second)`;
}

/** How requests failed, when there were enough of them to miss the step. */
function unservedPhrase(step: CapacityStep): string | undefined {
  const { exchanges, errors, throttled, refused = 0, timedOut = 0, overdue = 0 } = step;
  if (errors + throttled + overdue <= exchanges / 100) return undefined;
  const ways = [
    { count: timedOut + overdue, what: 'were not answered in time' },
    { count: throttled + refused, what: 'were rejected' },
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
    return `At ${formatRequestRate(spoilt.arrivalRate)} it waited for a CPU core, for up to ${formatMilliseconds(schedulerLatencyP99Ms)}. Give it more cores or a separate machine.`;
  }
  if (exhausted) {
    return `At ${formatRequestRate(spoilt.arrivalRate)} all ${formatNumberOf(inFlightLimit, 'iteration')} were in flight while the gateway was as fast as before. Raise --in-flight.`;
  }
  return reason ?? '';
}

/** The maximum sustainable rate with its interval. */
export function kneeSentence({ knee, arrivals }: CapacityReport): string {
  if (knee === null) return 'The maximum sustainable rate is unknown.';
  const interval = kneeInterval(knee);
  const rate = formatMeasuredRate(knee.arrivalRate);
  if (knee.tooWide === true) {
    return `The maximum sustainable rate is uncertain: ${interval}, ${arrivals} arrivals, reaches more than ${formatShare(TELLING_SPREAD)} to one side of ${rate}. A longer search narrows it: --time-limit.`;
  }
  const settled = knee.settled ? '' : ' The search ended before it was known more precisely.';
  return `Maximum sustainable rate (knee): ${rate}, ${interval}, ${arrivals} arrivals.${settled}`;
}

/** `95 % CI 39.7–40.4 req/s`. */
export function kneeInterval({ confidence }: NonNullable<CapacityReport['knee']>): string {
  const { low, high, level } = confidence;
  return `${formatShare(level)} CI ${formatDigits(low)}–${formatMeasuredRate(high)}`;
}

/** The second estimate, beside the first, as the row of its step has it. */
export function saturatedSentence({ saturated, knee }: CapacityReport): string | undefined {
  if (saturated === undefined) return undefined;
  const { throughput, arrivalRate } = saturated;
  const more = knee === null ? 0 : throughput / knee.arrivalRate - 1;
  const share = `${(Math.abs(more) * 100).toFixed(1)} %`;
  const beside =
    Math.abs(more) < NOTICEABLE
      ? ''
      : `, ${share} ${more < 0 ? 'below' : 'above'} the maximum sustainable rate`;
  return `Overloaded at ${formatRequestRate(arrivalRate)}, the gateway still completed ${formatMeasuredRate(throughput)}${beside}.`;
}

/** A smaller difference of two rates says nothing. */
const NOTICEABLE = 0.005;
/** Share of the variance below which the curve does not describe the points. */
export const WELL_FITTED = 0.95;
const FAR_BEYOND = 1.2;

/** The scaling law, and how well it fits. */
export function scalingSentence({ scaling, steps }: CapacityReport): string | undefined {
  if (scaling === undefined) return undefined;
  const { lambda, sigma, kappa, r2, points, peak } = scaling;
  const top =
    peak === undefined
      ? 'no peak'
      : `a peak of ${formatRequestRate(peak.throughput)} with ${formatDigits(peak.inFlight)} in flight`;
  const seen = Math.max(...steps.map(({ completedRate }) => completedRate));
  const trust =
    r2 < WELL_FITTED
      ? ' Poor fit; do not use it for planning.'
      : peak !== undefined && peak.throughput > seen * FAR_BEYOND
        ? ' Its peak was not observed; do not use it for planning.'
        : '';
  return `Universal Scalability Law from ${formatNumberOf(points, 'step')}: λ ${formatMeasuredRate(lambda)}, σ ${sigma.toFixed(4)}, κ ${kappa.toFixed(6)}, ${top}; R² ${r2.toFixed(3)}.${trust}`;
}

/** How many instances a rate needs. */
export function sizingSentence({ plan, knee }: CapacityReport): string | undefined {
  if (plan === undefined || knee === null) return undefined;
  const { gateways, least, most, perGateway } = plan;
  const range = least === most ? '' : ` (${least}–${most} over the interval)`;
  return `For ${formatRequestRate(plan.arrivalRate)} with ${formatShare(plan.headroom)} headroom: ${formatNumberOf(gateways, 'instance')} of this gateway${range}, each at ${formatMeasuredRate(perGateway)}.`;
}
