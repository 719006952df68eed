import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatDigits } from '../../../phrases/number-format.ts';
import type { OverheadStepReport } from '../../../schema/overhead.ts';
import { type Area, across, gridLine, niceTop, type Position, upwards } from './plot.ts';

const AREA: Area = { width: 440, height: 250, left: 46, right: 70, top: 16, bottom: 40 };
/** Labels of places nearer than this would overlap. */
const LABEL_WIDTH = 22;

type Places = NonNullable<OverheadStepReport['tokens']>['places'];
type Delay = Places[number]['floor'];

const SIDES = [
  { side: 'floor', name: 'Direct', kind: 'second', asideBy: -3 },
  { side: 'through', name: 'Through', kind: 'first', asideBy: 3 },
] as const;

/**
 * The delay of each token of a stream, without the gateway and through it: from p50 (the dot) to p90
 * (the end of the bar). Undefined where it was not measured.
 */
export function tokenStrip({ tokens }: OverheadStepReport): Markup | undefined {
  const places = tokens?.places ?? [];
  const delays = places.flatMap(({ floor, through }) => [floor, through]);
  const highest = Math.max(0, ...delays.map(({ p50 = 0, p90 = p50 }) => p90));
  if (highest === 0) return undefined;
  const top = niceTop(highest);
  const x = across(AREA, 1, Math.max(2, places.length));
  const y = upwards(AREA, top);
  return markup`<figure class="chart"><figcaption>Delay of each token of a stream, p50 to p90 <span>ms, token</span></figcaption>
<svg viewBox="0 0 ${AREA.width} ${AREA.height}" role="img" aria-label="${describe(places)}">
${[0, top / 2, top].map((value) => gridLine(value, y, AREA))}
${placeTicks(places, x)}
${SIDES.map(({ side, kind, name, asideBy }) =>
  places.map((place, at) =>
    bar(place[side], `${name}, token ${at + 1}`, kind, {
      x: x(at + 1) + asideBy,
      y,
    }),
  ),
)}
${labels(places, y)}
</svg></figure>
`;
}

function bar(
  { p50, p90, p99 }: Delay,
  name: string,
  kind: string,
  { x, y }: { readonly x: number; readonly y: Position },
): Markup | undefined {
  if (p50 === undefined) return undefined;
  const [left, middle] = [x.toFixed(1), y(p50).toFixed(1)];
  const named = Object.entries({ p50, p90, p99 }).flatMap(([percentile, ms]) =>
    ms === undefined ? [] : [`${percentile} ${formatDigits(ms)} ms`],
  );
  return markup`<path class="line ${kind}" d="M${left} ${middle}V${y(p90 ?? p50).toFixed(1)}"/><circle class="line ${kind}" cx="${left}" cy="${middle}" r="2.500"><title>${name}: ${named.join(', ')}</title></circle>`;
}

function placeTicks(places: Places, x: Position): Markup[] {
  let last = Number.NEGATIVE_INFINITY;
  return places.flatMap((_, at) => {
    const place = x(at + 1);
    if (place - last < LABEL_WIDTH) return [];
    last = place;
    return [
      markup`<text class="tick" x="${place.toFixed(1)}" y="${AREA.height - AREA.bottom + 18}" text-anchor="middle">${at + 1}</text>`,
    ];
  });
}

const LABEL_HEIGHT = 14;

/** At the right ends, moved apart where they are close. */
function labels(places: Places, y: Position): Markup[] {
  const last = places.at(-1);
  const found = SIDES.flatMap(({ side, name, kind }) => {
    const p50 = last?.[side].p50;
    return p50 === undefined ? [] : [{ name, kind, at: y(p50) }];
  });
  let above = -LABEL_HEIGHT;
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, kind, at }) => {
      above = Math.max(at, above + LABEL_HEIGHT);
      return markup`<text class="name ${kind}" x="${AREA.width - AREA.right + 12}" y="${above.toFixed(1)}" dy="4">${name}</text>`;
    });
}

function describe(places: Places): string {
  const medians = SIDES.flatMap(({ side, name }) => {
    const all = places.flatMap((place) => place[side].p50 ?? []);
    return all.length === 0
      ? []
      : `${name.toLowerCase()} ${formatDigits(Math.min(...all))} to ${formatDigits(Math.max(...all))} ms`;
  });
  return `Median delay of the ${places.length} tokens of a stream, from their write to their read: ${medians.join(', ')}. The percentiles of all tokens are in the table below.`;
}
