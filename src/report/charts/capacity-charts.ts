import { type Markup, markup } from '../phrases/markup.ts';
import {
  formatArrivalRate,
  formatDigits,
  formatMilliseconds,
  formatRate,
} from '../phrases/number-format.ts';
import { STEP_OUTCOME_WORD } from '../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../schema/capacity.ts';
import {
  type Axis,
  dot,
  figure,
  firstToLast,
  hover,
  lineMark,
  type Plot,
  plotOf,
  verticalMark,
} from './plot.ts';

type Knee = CapacityReport['knee'];

/**
 * Completed against offered rate: below the knee the points lie on the line of equal rates, above it
 * they turn away from it to the throughput of the saturated gateway.
 */
export function completedAgainstOffered({ steps, knee }: CapacityReport): Markup | undefined {
  if (steps.length < 2) return undefined;
  const x = rateAxis(steps);
  const most = Math.max(x.to, ...steps.map(({ completedRate }) => completedRate));
  const plot = plotOf({ x, y: { from: 0, to: most, name: 'completed per second', nice: true } });
  const equal = lineMark(plot, 'equal', [
    [0, 0],
    [x.to, x.to],
  ]);
  const completed = steps.map(
    ({ arrivalRate, completedRate }) => [arrivalRate, completedRate] as const,
  );
  const drawing = markup`${equal}<text class="tick" x="${plot.right}" y="${(plot.y(x.to) - 4).toFixed(1)}" text-anchor="end">completed = offered</text>
${kneeMarks(knee, plot)}
${lineMark(plot, 'first', completed)}
${steps.map((step) => stepMark(step, step.completedRate, plot))}`;
  const rates = firstToLast(
    steps,
    ({ completedRate, arrivalRate }) =>
      `${formatArrivalRate(completedRate)} at ${formatArrivalRate(arrivalRate)} offered`,
  );
  const description = `Completed rate: ${rates}${kneePhrase(knee)}. The figures are in the table below.`;
  return figure({ title: 'Completed against offered rate', description, plot, drawing });
}

const LINES = [
  { key: 'p99', kind: 'second', name: 'p99' },
  { key: 'p50', kind: 'first', name: 'p50' },
] as const;

/** Latency from the scheduled start against the offered rate, with the knee and its interval. */
export function latencyAgainstRate({ steps, knee }: CapacityReport): Markup | undefined {
  const timed = steps.flatMap((step) =>
    step.fromIntendedMs === undefined ? [] : [{ step, ms: step.fromIntendedMs }],
  );
  if (timed.length < 2) return undefined;
  const latencies = timed.flatMap(({ ms }) => LINES.map(({ key }) => ms[key]));
  const least = Math.max(0.01, Math.min(...latencies) * 0.8);
  const plot = plotOf({
    x: rateAxis(steps),
    y: {
      from: least,
      to: Math.max(least * 2, ...latencies) * 1.2,
      log: true,
      name: 'ms from the scheduled start',
    },
  });
  const drawing = markup`${kneeMarks(knee, plot)}
${LINES.map(({ key, kind }) =>
  lineMark(
    plot,
    kind,
    timed.map(({ step, ms }) => [step.arrivalRate, ms[key]]),
  ),
)}
${timed.map(({ step, ms }) => {
  const at = plot.x(step.arrivalRate);
  return markup`${stepMark(step, ms.p50, plot)}${hover(plot, [at - 5, at + 5], stepText(step))}`;
})}`;
  const medians = firstToLast(
    timed,
    ({ step, ms }) => `${formatDigits(ms.p50)} ms at ${formatArrivalRate(step.arrivalRate)}`,
  );
  const description = `Median latency from the scheduled start against the offered rate: ${medians}${kneePhrase(knee)}. The figures are in the table below.`;
  return figure({
    title: 'Latency against offered rate',
    description,
    plot,
    drawing,
    legend: LINES,
  });
}

/** The same in both charts, so that the knee is at one place. */
function rateAxis(steps: readonly CapacityStep[]): Axis {
  const most = Math.max(...steps.map(({ arrivalRate }) => arrivalRate));
  return { from: 0, to: most * 1.03, name: 'offered per second' };
}

function kneeMarks(knee: Knee, plot: Plot): Markup | false {
  if (knee === null) return false;
  const { x, top, bottom } = plot;
  const from = x(knee.confidence.low);
  const width = Math.max(1, x(knee.confidence.high) - from);
  return markup`<rect class="knee" x="${from.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${bottom - top}"/>${verticalMark(plot, knee.arrivalRate, `knee ${formatRate(knee.arrivalRate)}`, from)}`;
}

/** A dot for a step that was sustained, a cross for any other. */
function stepMark(step: CapacityStep, value: number, plot: Plot): Markup {
  const [x, y] = [plot.x(step.arrivalRate), plot.y(value)];
  const title = stepText(step);
  return step.outcome === 'sustained'
    ? dot(plot, [step.arrivalRate, value], { kind: 'sustained', radius: 3.5, title })
    : markup`<path class="missed" d="M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0 -8l-8 8"><title>${title}</title></path>`;
}

function stepText({ arrivalRate, fromIntendedMs, outcome, completedRate }: CapacityStep): string {
  const latency =
    fromIntendedMs === undefined
      ? ''
      : `, p50 ${formatMilliseconds(fromIntendedMs.p50)}, p99 ${formatMilliseconds(fromIntendedMs.p99)}`;
  return `${formatArrivalRate(arrivalRate)} offered, ${STEP_OUTCOME_WORD[outcome]}: ${formatArrivalRate(completedRate)} completed${latency}`;
}

function kneePhrase(knee: Knee): string {
  return knee === null ? '' : `, with the knee at ${formatRate(knee.arrivalRate)}`;
}
