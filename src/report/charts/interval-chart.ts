import { type Markup, markup } from '../phrases/markup.ts';

interface DrawnChange {
  readonly delta: number;
  readonly low: number;
  readonly high: number;
  /** In the same unit. */
  readonly minEffect: number;
}

const [WIDTH, HEIGHT] = [144, 20] as const;
/** Minimal effects to either side of 0; what reaches further is cut at the edge. */
const REACH = 3;

/** The interval of a change as a line; the minimal effect is the grey zone about 0. */
export function intervalChart({ delta, low, high, minEffect }: DrawnChange): Markup {
  const x = (value: number): string => {
    const share = value / (REACH * minEffect);
    return ((Math.max(-1, Math.min(1, share)) * 0.5 + 0.5) * WIDTH).toFixed(1);
  };
  const middle = HEIGHT / 2;
  const zone = (WIDTH / REACH).toFixed(1);
  return markup`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><rect class="zone" x="${x(-minEffect)}" y="2" width="${zone}" height="${HEIGHT - 4}"></rect><line class="zero" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${HEIGHT}"></line><line class="span" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}"></line><circle class="middle" cx="${x(delta)}" cy="${middle}" r="4"></circle></svg>`;
}
