import { type Markup, markup } from '../phrases/markup.ts';
import { clip } from '../phrases/printable.ts';
import { dot, figure, lineMark, type Plot, plotOf, verticalMark } from './plot.ts';

/** A figure over runs. */
export interface Course {
  readonly title: string;
  /** What the axis measures, with its unit. */
  readonly axis: string;
  /** Null where it was not measured. */
  readonly values: readonly (number | null)[];
  readonly text: (value: number) => string;
  /** The values are counts. */
  readonly areWhole?: true;
  /** For the axis, and whole. */
  readonly runs: readonly { readonly short: string; readonly name: string }[];
  readonly changes: readonly { readonly at: number; readonly name: string }[];
  /** The level between changes; absent where there is none. */
  readonly levels?: readonly number[];
}

/** A dot for each run, a dashed line where the level changes, and the levels. */
export function courseChart(course: Course): Markup | false {
  const { title, axis, values, text, runs, changes } = course;
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (known.length < 2) return false;
  const plot = plotOf({
    x: { from: 0, to: values.length - 1, name: '', label: (at) => runs[at]?.short ?? '' },
    y: {
      from: 0,
      to: Math.max(...known.map(({ value }) => value)) * 1.05,
      name: axis,
      nice: true,
      ...(course.areWhole && { label: (value) => (Number.isInteger(value) ? String(value) : '') }),
    },
  });
  const dots = known.map(({ value, at }) => {
    const name = `${runs[at]?.name ?? ''}: ${text(value)}`;
    return dot(plot, [at, value], { kind: 'point', radius: 3, title: clip(name, 300) });
  });
  const line = values.map((value, at) => (value === null ? undefined : ([at, value] as const)));
  const [first, last] = [known[0], known.at(-1)].map((each) => text(each?.value ?? 0));
  const found = changes.map(({ at, name }) => `${name} at ${runs[at]?.name ?? ''}`);
  const drawing = markup`${levelMarks(course, plot)}
${lineMark(plot, 'first thin', line)}
${changes.map(({ at, name }) => verticalMark(plot, at - 0.5, name))}
${dots}`;
  return figure({
    title,
    description: `${title} of ${known.length} runs: ${first ?? ''} to ${last ?? ''}; ${found.length === 0 ? 'no change' : found.join(', ')}. The figures are in the table below.`,
    plot,
    drawing,
  });
}

function levelMarks({ changes, levels = [], values }: Course, plot: Plot): readonly Markup[] {
  const ends = [0, ...changes.map(({ at }) => at), values.length];
  return levels.map((level, nth) =>
    lineMark(plot, 'equal', [
      [ends[nth] ?? 0, level],
      [(ends[nth + 1] ?? 1) - 1, level],
    ]),
  );
}
