import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { present } from '../../input/defined.ts';
import { type Insert, type Markup, markup } from '../phrases/markup.ts';
import { formatCount } from '../phrases/number-format.ts';

/** Where a value lies in a drawing. */
type Position = (value: number) => number;

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Equal ratios are equally far apart; the caption says so. */
  readonly log?: true;
  /** What it measures, with its unit. */
  readonly name: string;
  /** Up to the next round number. */
  readonly nice?: true;
  readonly label?: (value: number) => string;
}

/** A drawing with axes, and an area between them. Units are those of its view box. */
export interface Plot {
  readonly x: Position;
  readonly y: Position;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly axes: Axes;
  /** Grid and ticks. */
  readonly frame: Markup;
}

interface Axes {
  readonly x: Axis;
  readonly y: Axis;
}

const WIDTH = 440;
const HEIGHT = 220;
const MARGIN = { left: 46, right: 14, top: 16, bottom: 26 };

/** @param foot units of the height left free between the area and the ticks below it */
export function plotOf(axes: Axes, foot = 0): Plot {
  const [left, right] = [MARGIN.left, WIDTH - MARGIN.right];
  const [top, bottom] = [MARGIN.top, HEIGHT - MARGIN.bottom - foot];
  const x = positionOf(axes.x, [left, right], { count: 6, apart: 32 });
  const y = positionOf(axes.y, [bottom, top], { count: 4, apart: 14 });
  const frame = markup`${y.ticks.map(({ value, label }) => {
    const at = y.position(value).toFixed(1);
    return markup`<path class="grid" d="M${left} ${at}H${right}"/><text class="tick" x="${left - 6}" y="${at}" dy="4" text-anchor="end">${label}</text>`;
  })}
${x.ticks.map(({ value, label }) => {
  const at = x.position(value).toFixed(1);
  return markup`<path class="grid" d="M${at} ${bottom + foot}v5"/><text class="tick" x="${at}" y="${HEIGHT - 7}" text-anchor="middle">${label}</text>`;
})}`;
  return { x: x.position, y: y.position, left, right, top, bottom, axes, frame };
}

interface Tick {
  readonly value: number;
  readonly label: string;
}

function positionOf(
  { from, to, log, nice, label = tickLabel }: Axis,
  range: readonly [start: number, end: number],
  { count, apart }: { readonly count: number; readonly apart: number },
): { readonly position: Position; readonly ticks: readonly Tick[] } {
  // A scale of a single value has no ticks.
  const domain = [from, to > from ? to : from + Math.max(1, from)];
  if (log === true) {
    const scale = scaleLog(domain, range).clamp(true);
    const format = scale.tickFormat(count);
    const named = scale.ticks(count).filter((value) => format(value) !== '');
    const shown = withRoom(named, apart, scale);
    return { position: scale, ticks: shown.map((value) => ({ value, label: label(value) })) };
  }
  const scale = scaleLinear(domain, range);
  if (nice === true) scale.nice(count);
  const ticks = scale.ticks(count).map((value) => ({ value, label: label(value) }));
  return { position: scale, ticks: ticks.filter((tick) => tick.label !== '') };
}

/** Without those whose labels would touch the one before. */
function withRoom(values: readonly number[], least: number, position: Position): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  return values.filter((value) => {
    const isFree = Math.abs(position(value) - last) >= least;
    if (isFree) last = position(value);
    return isFree;
  });
}

function tickLabel(value: number): string {
  if (value < 0) return `−${tickLabel(-value)}`;
  return value < 1000 ? String(Number(value.toPrecision(3))) : formatCount(value);
}

export function secondsLabel(value: number): string {
  return `${value} s`;
}

/** A phrase for the first point of a chart, and one for the last: `4/s to 64/s`. */
export function firstToLast<T>(points: readonly T[], said: (point: T) => string): string {
  return [points[0], points.at(-1)].flatMap((point) => (point ? said(point) : [])).join(' to ');
}

interface Figure {
  readonly title: string;
  /** Beside the title, after the names of the axes. */
  readonly more?: string | false;
  /** Read aloud in place of the drawing. */
  readonly description: string;
  readonly plot: Plot;
  /** Later ones cover earlier ones. */
  readonly drawing: Insert;
  /** The lines by their kinds, where there are several. */
  readonly legend?: readonly { readonly kind: string; readonly name: string }[];
}

/** A drawing with its caption, which names the axes, and the names of its lines. */
export function figure({
  title,
  more = false,
  description,
  plot,
  drawing,
  legend = [],
}: Figure): Markup {
  const names = [plot.axes.y, plot.axes.x]
    .map(({ name, log, label }) => (log === true && !label ? `${name}, log scale` : name))
    .filter((name) => name !== '');
  const caption = present([...names, more !== false && more]).join(' · ');
  return markup`<figure class="chart"><figcaption>${title} <span>${caption}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${description}">
${plot.frame}
${drawing}
</svg>${legend.length > 1 && markup`<p class="legend">${legend.map(({ kind, name }) => markup`<span class="${kind}">${name}</span> `)}</p>`}</figure>
`;
}

type Point = readonly [x: number, y: number];

/** A line through points of a plot; a new one begins after each gap. */
export function lineMark(
  { x, y }: Plot,
  kind: string,
  points: readonly (Point | undefined)[],
): Markup {
  const path = line<Point | undefined>()
    .defined((point) => point !== undefined)
    .x((point) => x(point?.[0] ?? 0))
    .y((point) => y(point?.[1] ?? 0))
    .digits(1);
  return markup`<path class="line ${kind}" d="${path(points) ?? ''}"/>`;
}

type Stretch = readonly [x: number, low: number, high: number];

/** The area between two lines; a new one begins after each gap. */
export function bandMark({ x, y }: Plot, points: readonly (Stretch | undefined)[]): Markup {
  const path = area<Stretch | undefined>()
    .defined((point) => point !== undefined)
    .x((point) => x(point?.[0] ?? 0))
    .y0((point) => y(point?.[1] ?? 0))
    .y1((point) => y(point?.[2] ?? 0))
    .digits(1);
  return markup`<path class="band" d="${path(points) ?? ''}"/>`;
}

interface Dot {
  readonly kind: string;
  readonly radius: number;
  /** Shown while a pointer is over it. */
  readonly title?: string;
}

export function dot({ x, y }: Plot, [across, up]: Point, { kind, radius, title }: Dot): Markup {
  const [left, top] = [x(across), y(up)].map((each) => each.toFixed(1));
  return markup`<circle class="${kind}" cx="${left}" cy="${top}" r="${radius}">${title !== undefined && markup`<title>${title}</title>`}</circle>`;
}

/** Shows figures while a pointer is over a part of the width. */
export function hover(
  { top, bottom }: Plot,
  [from, to]: readonly [number, number],
  title: string,
): Markup {
  return markup`<rect class="hover" x="${from.toFixed(1)}" y="${top}" width="${(to - from).toFixed(1)}" height="${bottom - top}"><title>${title}</title></rect>`;
}

/** A line across the height where something happens, with its name to the left of it. */
export function verticalMark(
  { x, top, bottom }: Plot,
  at: number,
  name: string,
  textAt = x(at),
): Markup {
  return markup`<path class="mark-line" d="M${x(at).toFixed(1)} ${top}V${bottom}"/><text class="mark-name" x="${(textAt - 6).toFixed(1)}" y="${top + 10}" text-anchor="end">${name}</text>`;
}

interface DrawnChange {
  readonly delta: number;
  readonly low: number;
  readonly high: number;
  /** In the same unit. */
  readonly minEffect: number;
}

const INTERVAL = { width: 144, height: 20, radius: 4 } as const;
/** Minimal effects to either side of 0. */
const REACH = 3;

/** The interval of a change as a line; the minimal effect is the grey zone about 0. */
export function intervalChart({ delta, low, high, minEffect }: DrawnChange): Markup {
  const { width, height, radius } = INTERVAL;
  const half = width / 2 - radius;
  const reach = REACH * minEffect;
  const x = (value: number) =>
    (width / 2 + (Math.max(-reach, Math.min(reach, value)) / reach) * half).toFixed(1);
  const middle = height / 2;
  const zone = ((2 * half) / REACH).toFixed(1);
  // What lies beyond the edge is an arrow to it.
  const mark =
    Math.abs(delta) <= reach
      ? markup`<circle class="middle" cx="${x(delta)}" cy="${middle}" r="${radius}"></circle>`
      : markup`<path class="middle" d="M${x(delta)} ${middle - radius}v${2 * radius}l${Math.sign(delta) * radius} ${-radius}z"></path>`;
  return markup`<svg class="interval" viewBox="0 0 ${width} ${height}" aria-hidden="true"><rect class="zone" x="${x(-minEffect)}" y="2" width="${zone}" height="${height - 4}"></rect><line class="zero" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${height}"></line><line class="span" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}"></line>${mark}</svg>`;
}
