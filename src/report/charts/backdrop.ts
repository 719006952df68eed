import { z } from 'zod';
import { type Markup, markup, verbatim } from '../phrases/markup.ts';
import { formatArrivalRate } from '../phrases/number-format.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Plot } from './plot.ts';

/** What the load did over time, drawn behind the lines. In seconds since its start. */
export interface Backdrop {
  readonly stages: readonly Stage[];
  /** Times in which the load generator could not keep up. */
  readonly late: readonly Span[];
}

interface Span {
  readonly fromS: number;
  readonly toS: number;
}

interface Stage extends Span {
  /** `20/s`, or `20/s to 50/s`. */
  readonly rate: string;
}

const StagesSchema = z.array(
  z.object({ durationMs: z.number(), from: z.number(), to: z.number() }),
);

export function backdropOf({ workload, series }: LoadReport): Backdrop {
  const stages = StagesSchema.safeParse(workload.stages);
  return { stages: stages.success ? spansOf(stages.data) : [], late: lateSpans(series) };
}

function spansOf(stages: z.infer<typeof StagesSchema>): Stage[] {
  let fromS = 0;
  return stages.map(({ durationMs, from, to }) => {
    const [start, end] = [from, to].map(formatArrivalRate);
    const rate = from === to ? `${start}` : `${start} to ${end}`;
    const stage = { fromS, toS: fromS + durationMs / 1000, rate };
    fromS = stage.toS;
    return stage;
  });
}

/** Neighbouring seconds make one span. */
function lateSpans(series: LoadReport['series']): Span[] {
  const spans: Span[] = [];
  for (const { atS } of series.filter(({ late }) => late === true)) {
    const last = spans.at(-1);
    if (last?.toS === atS) spans[spans.length - 1] = { fromS: last.fromS, toS: atS + 1 };
    else spans.push({ fromS: atS, toS: atS + 1 });
  }
  return spans;
}

/** The hatching, once for the whole page. */
export const HATCHING: Markup = verbatim(
  '<svg class="unseen" width="0" height="0" aria-hidden="true"><pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></svg>',
);

/** Every second stage shaded, with its rate, and the late times hatched. */
export function underlay(
  { stages, late }: Backdrop,
  { x, left, right, top, bottom }: Plot,
): Markup {
  const within = (seconds: number) => Math.min(Math.max(x(seconds), left), right);
  const box = ({ fromS, toS }: Span, kind: string) => {
    const [from, to] = [within(fromS), within(toS)];
    return markup`<rect class="${kind}" x="${from.toFixed(1)}" y="${top}" width="${Math.max(0, to - from).toFixed(1)}" height="${bottom - top}"/>`;
  };
  return markup`${stages.map((stage, index) => index % 2 === 1 && box(stage, 'stage'))}${stages.map(
    ({ fromS, rate }) =>
      markup`<text class="tick" x="${(within(fromS) + 3).toFixed(1)}" y="${top - 3}">${rate}</text>`,
  )}${late.map((span) => box(span, 'late'))}`;
}
