import { type Markup, markup } from '../../../phrases/markup.ts';
import {
  formatArrivalRate,
  formatDigits,
  formatMilliseconds,
} from '../../../phrases/number-format.ts';
import { STEP_OUTCOME_WORD } from '../../../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../../../schema/capacity.ts';
import type { Area } from './plot.ts';
import { rateTicks, stepMark } from './step-marks.ts';

const AREA: Area = { width: 440, height: 250, left: 46, right: 40, top: 16, bottom: 40 };
const { width: WIDTH, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = AREA;
const LABEL_HEIGHT = 14;

type Scale = (value: number) => number;

interface Place {
  readonly x: Scale;
  readonly y: Scale;
}

const LINES = [
  { name: 'p99', kind: 'second' },
  { name: 'p50', kind: 'first' },
] as const;

/**
 * Latency from the scheduled start against the offered rate, both on logarithmic scales, with the
 * knee and its interval. Steps that were sustained are dots, the others crosses.
 */
export function latencyAgainstRate({ steps, knee }: CapacityReport): Markup | undefined {
  const timed = steps.filter(({ fromIntendedMs }) => fromIntendedMs !== undefined);
  if (timed.length < 2) return undefined;
  const latencies = timed.flatMap(({ fromIntendedMs }) =>
    LINES.map(({ name }) => fromIntendedMs?.[name] ?? 0),
  );
  const rates = timed.map(({ arrivalRate }) => arrivalRate);
  const least = Math.max(0.01, Math.min(...latencies) * 0.8);
  const most = Math.max(least * 2, Math.max(...latencies) * 1.2);
  const place = {
    x: logScale(Math.min(...rates), Math.max(...rates), LEFT, WIDTH - RIGHT),
    y: logScale(least, most, HEIGHT - BOTTOM, TOP),
  };
  return markup`<figure class="chart"><figcaption>Latency against offered rate <span>ms from the scheduled start, req/s</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${describe(timed, knee)}">
${ticks(least, most).map((value) => gridLine(value, place))}
${rateTicks(timed, place.x, AREA)}
${kneeBand(knee, place)}
${LINES.map(({ name, kind }) => line(timed, name, kind, place))}
${timed.map((step) => marks(step, place))}
${labels(timed, place)}
</svg></figure>
`;
}

function logScale(least: number, most: number, from: number, to: number): Scale {
  const width = Math.max(Math.log(most / least), 1e-9);
  return (value) => {
    const share = Math.log(value / least) / width;
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
}

/** 1, 2 and 5 of each power of ten between two values; one of each ten where there are many. */
function ticks(least: number, most: number): number[] {
  const first = Math.floor(Math.log10(least));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(most)) - first + 1 },
    (_, index) => 10 ** (first + index),
  );
  const steps = powers.length > 4 ? [1] : [1, 2, 5];
  return powers
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= least && value <= most);
}

function gridLine(value: number, { y }: Place): Markup {
  const at = y(value).toFixed(1);
  return markup`<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text class="tick" x="${LEFT - 6}" y="${at}" dy="4" text-anchor="end">${tickText(value)}</text>`;
}

function tickText(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function kneeBand(knee: CapacityReport['knee'], { x }: Place): Markup | false {
  if (knee === null) return false;
  const { low, high } = knee.confidence;
  const [from, at, to] = [low, knee.arrivalRate, high].map(x);
  if (from === undefined || at === undefined || to === undefined) return false;
  const text = `knee ${formatArrivalRate(knee.arrivalRate)}`;
  return markup`<rect class="knee" x="${from.toFixed(1)}" y="${TOP}" width="${Math.max(1, to - from).toFixed(1)}" height="${HEIGHT - TOP - BOTTOM}"/><path class="knee-line" d="M${at.toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}"/><text class="knee-name" x="${(from - 6).toFixed(1)}" y="${TOP + 10}" text-anchor="end">${text}</text>`;
}

type Statistic = (typeof LINES)[number]['name'];

function line(
  steps: readonly CapacityStep[],
  name: Statistic,
  kind: string,
  { x, y }: Place,
): Markup {
  const points = steps.map(
    ({ arrivalRate, fromIntendedMs }) =>
      `${x(arrivalRate).toFixed(1)} ${y(fromIntendedMs?.[name] ?? 0).toFixed(1)}`,
  );
  return markup`<path class="line ${kind}" d="M${points.join('L')}"/>`;
}

function marks(step: CapacityStep, { x, y }: Place): Markup {
  const { arrivalRate, fromIntendedMs, outcome } = step;
  const at = x(arrivalRate);
  const height = y(fromIntendedMs?.p50 ?? 0);
  const mark = stepMark(outcome, { x: at, y: height, title: hoverText(step) });
  return markup`${mark}<rect class="hover" x="${(at - 5).toFixed(1)}" y="${TOP}" width="10" height="${HEIGHT - TOP - BOTTOM}"><title>${hoverText(step)}</title></rect>`;
}

function hoverText({ arrivalRate, fromIntendedMs, outcome, completedRate }: CapacityStep): string {
  const { p50 = 0, p99 = 0 } = fromIntendedMs ?? {};
  return `${formatArrivalRate(arrivalRate)}, ${STEP_OUTCOME_WORD[outcome]}: p50 ${formatMilliseconds(p50)}, p99 ${formatMilliseconds(p99)}, completed ${formatArrivalRate(completedRate)}`;
}

/** At the right ends of the lines, moved apart where they are close. */
function labels(steps: readonly CapacityStep[], { y }: Place): Markup[] {
  let above = -LABEL_HEIGHT;
  return LINES.map(({ name, kind }) => {
    const end = y(steps.at(-1)?.fromIntendedMs?.[name] ?? 0);
    above = Math.max(end, above + LABEL_HEIGHT);
    return markup`<text class="name ${kind}" x="${WIDTH - RIGHT + 6}" y="${above.toFixed(1)}" dy="4">${name}</text>`;
  });
}

function describe(steps: readonly CapacityStep[], knee: CapacityReport['knee']): string {
  const of = ({ arrivalRate, fromIntendedMs }: CapacityStep) =>
    `${formatDigits(fromIntendedMs?.p50 ?? 0)} ms at ${formatArrivalRate(arrivalRate)}`;
  const [first] = steps;
  const last = steps.at(-1);
  const ends = [first, last].flatMap((step) => (step === undefined ? [] : [of(step)]));
  const bend = knee === null ? '' : `, with the knee at ${formatArrivalRate(knee.arrivalRate)}`;
  return `Median latency from the scheduled start against the offered rate: ${ends.join(' to ')}${bend}. The figures are in the table below.`;
}
