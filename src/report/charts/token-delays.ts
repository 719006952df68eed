import { type Markup, markup } from '../phrases/markup.ts';
import { formatDigits } from '../phrases/number-format.ts';
import type { OverheadStepReport } from '../schema/overhead.ts';
import { figure, type Plot, plotOf } from './plot.ts';

type Places = NonNullable<OverheadStepReport['tokens']>['places'];
type Delay = Places[number]['floor'];

const SIDES = [
  { side: 'floor', name: 'direct', kind: 'second', asideBy: -2 },
  { side: 'through', name: 'through', kind: 'first', asideBy: 2 },
] as const;

/**
 * The delay of each token of a stream, without the gateway and through it: from p50 (the dot) to p90
 * (the end of the bar). Undefined where it was not measured.
 */
export function tokenDelays({ tokens }: OverheadStepReport): Markup | undefined {
  const places = tokens?.places ?? [];
  const delays = places.flatMap(({ floor, through }) => [floor, through]);
  const highest = Math.max(0, ...delays.map(({ p50 = 0, p90 = p50 }) => p90));
  if (highest === 0) return undefined;
  const plot = plotOf({
    x: { from: 1, to: places.length, name: 'token' },
    y: { from: 0, to: highest, name: 'ms, p50 to p90', nice: true },
  });
  const medians = SIDES.flatMap(({ side, name }) => {
    const all = places.flatMap((place) => place[side].p50 ?? []);
    return all.length === 0
      ? []
      : `${name} ${formatDigits(Math.min(...all))} to ${formatDigits(Math.max(...all))} ms`;
  });
  return figure({
    title: 'Delay of each token of a stream',
    description: `Median delay of the ${places.length} tokens of a stream, from their write to their read: ${medians.join(', ')}. The percentiles of all tokens are in the table below.`,
    plot,
    drawing: SIDES.map(({ side, name, kind, asideBy }) =>
      places.map((place, at) => {
        const title = `${name}, token ${at + 1}`;
        return bar(place[side], { title, kind, x: plot.x(at + 1) + asideBy }, plot);
      }),
    ),
    legend: SIDES,
  });
}

function bar(
  { p50, p90, p99 }: Delay,
  { title, kind, x }: { readonly title: string; readonly kind: string; readonly x: number },
  { y }: Plot,
): Markup | undefined {
  if (p50 === undefined) return undefined;
  const middle = y(p50).toFixed(1);
  const named = Object.entries({ p50, p90, p99 }).flatMap(([percentile, ms]) =>
    ms === undefined ? [] : [`${percentile} ${formatDigits(ms)} ms`],
  );
  return markup`<path class="bar ${kind}" d="M${x.toFixed(1)} ${middle}V${y(p90 ?? p50).toFixed(1)}"/><circle class="point ${kind}" cx="${x.toFixed(1)}" cy="${middle}" r="2.500"><title>${title}: ${named.join(', ')}</title></circle>`;
}
