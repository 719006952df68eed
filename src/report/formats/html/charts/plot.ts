import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount } from '../../../phrases/number-format.ts';

/** Where a value lies in a drawing. */
export type Position = (value: number) => number;

/** A drawing with an area for lines in it. Units are those of its view box. */
export interface Area {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Maps `from`–`to` evenly onto the width of the area. */
export function across({ width, left, right }: Area, from: number, to: number): Position {
  const length = Math.max(to - from, Number.EPSILON);
  return (value) => left + ((value - from) / length) * (width - left - right);
}

/** Maps 0–`most` evenly onto the height of the area, upwards. */
export function upwards({ height, top, bottom }: Area, most: number): Position {
  return (value) => height - bottom - (value / most) * (height - top - bottom);
}

/** The next round number, whose half is round too. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= most) ?? 10;
  return step * power;
}

export function gridLine(value: number, y: Position, { width, left, right }: Area): Markup {
  const at = y(value).toFixed(1);
  return markup`<path class="grid" d="M${left} ${at}H${width - right}"/><text class="tick" x="${left - 6}" y="${at}" dy="4" text-anchor="end">${tickLabel(value)}</text>`;
}

/** Exactly, because a rounded tick would be in the wrong place. */
export function tickLabel(value: number): string {
  return value < 1000 ? String(Number(value.toPrecision(3))) : formatCount(value);
}

/** The first, the middle and the last second, below the area. */
export function timeAxis(from: number, to: number, x: Position, { height }: Area): Markup {
  const middle = Math.round((from + to) / 2);
  const tick = (second: number, anchor: string) =>
    markup`<text class="tick" x="${x(second).toFixed(1)}" y="${height - 8}" text-anchor="${anchor}">${second} s</text>`;
  return markup`${tick(from, 'start')}${middle > from && middle < to && tick(middle, 'middle')}${to > from && tick(to, 'end')}`;
}

/** A line through points; a new one begins after each gap. */
export function linePath(points: readonly (readonly [x: number, y: number] | undefined)[]): string {
  let pen = 'M';
  let drawing = '';
  for (const point of points) {
    if (point === undefined) {
      pen = 'M';
      continue;
    }
    drawing += `${pen}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    pen = 'L';
  }
  return drawing;
}
