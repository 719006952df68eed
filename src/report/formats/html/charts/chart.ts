import { type Markup, markup } from '../../../phrases/markup.ts';
import { type Backdrop, underlay } from './backdrop.ts';
import {
  type Area,
  across,
  gridLine,
  linePath,
  niceTop,
  type Position,
  timeAxis,
  upwards,
} from './plot.ts';

export interface Line {
  readonly name: string;
  /** Drawn differently, so that lines are distinguishable without colour. */
  readonly kind: 'first' | 'second';
  /** One a place on the x axis; a gap where undefined. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  /** Seconds since the start of the load. */
  readonly atS: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly backdrop: Backdrop;
}

const AREA: Area = { width: 440, height: 190, left: 46, right: 60, top: 14, bottom: 26 };
const LABEL_HEIGHT = 14;

/** A line chart whose lines are named at their ends, with its extremes as a text alternative. */
export function lineChart(chart: Chart): Markup {
  const { title, unit, atS, lines } = chart;
  const top = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.filter(isNumber))));
  const lastS = Math.max(1, (atS.at(-1) ?? 0) - (atS[0] ?? 0));
  const from = atS[0] ?? 0;
  const x = across(AREA, from, from + lastS);
  const y = upwards(AREA, top);
  return markup`<figure class="chart"><figcaption>${title} <span>${unit}</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(chart)}">
${[0, top / 2, top].map((value) => gridLine(value, y, AREA))}
${underlay(chart.backdrop, x, AREA)}
${timeAxis(from, atS.at(-1) ?? 0, x, AREA)}
${lines.map((line) => path(line, atS, x, y))}
${labels(lines, y)}
${atS.map((second, index) => hover(index, second, chart, x, lastS))}
</svg></figure>
`;
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

function path({ kind, values }: Line, atS: readonly number[], x: Position, y: Position): Markup {
  const points = values.map((value, index) =>
    value === undefined ? undefined : ([x(atS[index] ?? 0), y(value)] as const),
  );
  return markup`<path class="line ${kind}" d="${linePath(points)}"/>`;
}

/** At the end of each line, moved apart where the ends are close. */
function labels(lines: readonly Line[], y: Position): Markup[] {
  const ends = lines
    .map(({ name, kind, values }) => ({ name, kind, at: y(values.findLast(isNumber) ?? 0) }))
    .toSorted((a, b) => a.at - b.at);
  let above = -LABEL_HEIGHT;
  return ends.map(({ name, kind, at }) => {
    above = Math.max(at, above + LABEL_HEIGHT);
    return markup`<text class="name ${kind}" x="${AREA.width - AREA.right + 6}" y="${above.toFixed(1)}" dy="4">${name}</text>`;
  });
}

/** A band as wide as its second that shows the figures on hover. */
function hover(index: number, second: number, chart: Chart, x: Position, lastS: number): Markup {
  const step =
    (AREA.width - AREA.left - AREA.right) / Math.max(1, Math.min(lastS, chart.atS.length));
  const figures = chart.lines.map(({ name, values }) => {
    const value = values[index];
    return `${name} ${value === undefined ? 'none' : chart.format(value)}`;
  });
  return markup`<rect class="hover" x="${(x(second) - step / 2).toFixed(1)}" y="${AREA.top}" width="${step.toFixed(1)}" height="${AREA.height - AREA.top - AREA.bottom}"><title>${second} s: ${figures.join(', ')} ${chart.unit}</title></rect>`;
}

function describe({ title, unit, lines, format }: Chart): string {
  const extremes = lines.map(({ name, values }) => {
    const known = values.filter(isNumber);
    if (known.length === 0) return `${name} without values`;
    return `${name} from ${format(Math.min(...known))} to ${format(Math.max(...known))}`;
  });
  return `${title}, in ${unit}: ${extremes.join('; ')}. The figures are in the table below.`;
}
