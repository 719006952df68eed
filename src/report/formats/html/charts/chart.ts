import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount } from '../../../phrases/number-format.ts';

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
}

const WIDTH = 440;
const HEIGHT = 190;
const LEFT = 46;
const RIGHT = 60;
const TOP = 14;
const BOTTOM = 26;
const LABEL_HEIGHT = 14;

/** A line chart whose lines are named at their ends, with its extremes as a text alternative. */
export function lineChart(chart: Chart): Markup {
  const { title, unit, atS, lines } = chart;
  const top = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.filter(isNumber))));
  const lastS = Math.max(1, (atS.at(-1) ?? 0) - (atS[0] ?? 0));
  const x = (seconds: number) =>
    LEFT + ((seconds - (atS[0] ?? 0)) / lastS) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  return markup`<figure class="chart"><figcaption>${title} <span>${unit}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${describe(chart)}">
${[0, top / 2, top].map((value) => gridLine(value, y))}
${timeAxis(atS, x)}
${lines.map((line) => path(line, atS, x, y))}
${labels(lines, y)}
${atS.map((second, index) => hover(index, second, chart, x, lastS))}
</svg></figure>
`;
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

/** The next round number, whose half is round too. */
function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= most) ?? 10;
  return step * power;
}

type Position = (value: number) => number;

function gridLine(value: number, y: Position): Markup {
  const at = y(value).toFixed(1);
  return markup`<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text class="tick" x="${LEFT - 6}" y="${at}" dy="4" text-anchor="end">${tickLabel(value)}</text>`;
}

/** Exactly, because a rounded tick would be in the wrong place. */
function tickLabel(value: number): string {
  return value < 1000 ? String(Number(value.toPrecision(3))) : formatCount(value);
}

function timeAxis(atS: readonly number[], x: Position): Markup {
  const [from = 0, to = 0] = [atS[0], atS.at(-1)];
  const middle = Math.round((from + to) / 2);
  const tick = (second: number, anchor: string) =>
    markup`<text class="tick" x="${x(second).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${second} s</text>`;
  return markup`${tick(from, 'start')}${middle > from && middle < to && tick(middle, 'middle')}${to > from && tick(to, 'end')}`;
}

function path({ kind, values }: Line, atS: readonly number[], x: Position, y: Position): Markup {
  let pen = 'M';
  let drawing = '';
  for (const [index, value] of values.entries()) {
    if (value === undefined) {
      pen = 'M';
      continue;
    }
    drawing += `${pen}${x(atS[index] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = 'L';
  }
  return markup`<path class="line ${kind}" d="${drawing}"/>`;
}

/** At the end of each line, moved apart where the ends are close. */
function labels(lines: readonly Line[], y: Position): Markup[] {
  const ends = lines
    .map(({ name, kind, values }) => ({ name, kind, at: y(values.findLast(isNumber) ?? 0) }))
    .toSorted((a, b) => a.at - b.at);
  let above = -LABEL_HEIGHT;
  return ends.map(({ name, kind, at }) => {
    above = Math.max(at, above + LABEL_HEIGHT);
    return markup`<text class="name ${kind}" x="${WIDTH - RIGHT + 6}" y="${above.toFixed(1)}" dy="4">${name}</text>`;
  });
}

/** A band as wide as its second that shows the figures on hover. */
function hover(index: number, second: number, chart: Chart, x: Position, lastS: number): Markup {
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, Math.min(lastS, chart.atS.length));
  const figures = chart.lines.map(({ name, values }) => {
    const value = values[index];
    return `${name} ${value === undefined ? 'none' : chart.format(value)}`;
  });
  return markup`<rect class="hover" x="${(x(second) - step / 2).toFixed(1)}" y="${TOP}" width="${step.toFixed(1)}" height="${HEIGHT - TOP - BOTTOM}"><title>${second} s: ${figures.join(', ')} ${chart.unit}</title></rect>`;
}

function describe({ title, unit, lines, format }: Chart): string {
  const extremes = lines.map(({ name, values }) => {
    const known = values.filter(isNumber);
    if (known.length === 0) return `${name} without values`;
    return `${name} from ${format(Math.min(...known))} to ${format(Math.max(...known))}`;
  });
  return `${title}, in ${unit}: ${extremes.join('; ')}. The figures are in the table below.`;
}
