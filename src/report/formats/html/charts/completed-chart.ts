import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatArrivalRate } from '../../../phrases/number-format.ts';
import { STEP_OUTCOME_WORD } from '../../../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../../../schema/capacity.ts';
import { type Area, across, gridLine, linePath, niceTop, type Position, upwards } from './plot.ts';
import { rateTicks, stepMark } from './step-marks.ts';

const AREA: Area = { width: 440, height: 250, left: 46, right: 16, top: 16, bottom: 40 };

/**
 * Completed against offered rate: below the knee the points lie on the line of equal rates, above it
 * they turn away from it to the throughput of the saturated gateway.
 */
export function completedAgainstOffered({ steps, knee }: CapacityReport): Markup | undefined {
  if (steps.length < 2) return undefined;
  const top = niceTop(
    Math.max(
      ...steps.map(({ arrivalRate, completedRate }) => Math.max(arrivalRate, completedRate)),
    ),
  );
  const x = across(AREA, 0, top);
  const y = upwards(AREA, top);
  return markup`<figure class="chart"><figcaption>Completed against offered rate <span>per second</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(steps, knee)}">
${[0, top / 2, top].map((value) => gridLine(value, y, AREA))}
${rateTicks(steps, x, AREA)}
<path class="equal" d="M${x(0)} ${y(0)}L${x(top)} ${y(top)}"/><text class="tick" x="${x(top)}" y="${y(top * 0.62)}" text-anchor="end">completed = offered</text>
${kneeLine(knee, x)}
<path class="line first" d="${linePath(steps.map(({ arrivalRate, completedRate }) => [x(arrivalRate), y(completedRate)] as const))}"/>
${steps.map((step) => mark(step, x, y))}
</svg></figure>
`;
}

function kneeLine(knee: CapacityReport['knee'], x: Position): Markup | false {
  if (knee === null) return false;
  const { low, high } = knee.confidence;
  const [from, at, to] = [low, knee.arrivalRate, high].map(x);
  if (from === undefined || at === undefined || to === undefined) return false;
  const height = AREA.height - AREA.top - AREA.bottom;
  return markup`<rect class="knee" x="${from.toFixed(1)}" y="${AREA.top}" width="${Math.max(1, to - from).toFixed(1)}" height="${height}"/><path class="knee-line" d="M${at.toFixed(1)} ${AREA.top}v${height}"/>`;
}

function mark(step: CapacityStep, x: Position, y: Position): Markup {
  const { arrivalRate, completedRate, outcome } = step;
  const title = `${formatArrivalRate(arrivalRate)} offered, ${formatArrivalRate(completedRate)} completed: ${STEP_OUTCOME_WORD[outcome]}`;
  return stepMark(outcome, { x: x(arrivalRate), y: y(completedRate), title });
}

function describe(steps: readonly CapacityStep[], knee: CapacityReport['knee']): string {
  const pairs = [steps[0], steps.at(-1)].flatMap((step) =>
    step === undefined
      ? []
      : [
          `${formatArrivalRate(step.completedRate)} at ${formatArrivalRate(step.arrivalRate)} offered`,
        ],
  );
  const bend = knee === null ? '' : `, with the knee at ${formatArrivalRate(knee.arrivalRate)}`;
  return `Completed rate: ${pairs.join(' to ')}${bend}. The figures are in the table below.`;
}
