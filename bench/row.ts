/** One figure of a bench, beside the bar that it is held to. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Such as `≤ 0.5`; absent when the figure is only worth knowing. */
  readonly bar?: string;
  readonly met?: boolean;
}

export function figure(name: string, value: number, unit: string): Row {
  return { name, value, unit };
}

export function atMost(bar: number, row: Row): Row {
  return { ...row, bar: `≤ ${bar}`, met: row.value <= bar };
}

export function atLeast(bar: number, row: Row): Row {
  return { ...row, bar: `≥ ${bar}`, met: row.value >= bar };
}

/** By the name of the figure: those that are held to a bar. */
export type Bars = Readonly<Record<string, (row: Row) => Row>>;

export const REPEATS = 3;

/** The middle figure of each name over the repeats, which have the same rows, with its bar. */
export async function repeated(
  what: string,
  bars: Bars,
  run: () => Promise<Row[]>,
): Promise<Row[]> {
  const repeats: Row[][] = [];
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    process.stderr.write(`${what}: repeat ${repeat} of ${REPEATS}\n`);
    repeats.push(await run());
  }
  const [first = []] = repeats;
  return first.map(({ name, unit }, index) => {
    const values = repeats.map((rows) => rows[index]?.value ?? Number.NaN);
    const row = figure(name, median(values), unit);
    return bars[name]?.(row) ?? row;
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A table for a terminal. */
export function rowTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, value, unit, bar = '', met }) => [
    name,
    value.toFixed(digits(value)),
    unit,
    bar,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 1 ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function digits(value: number): number {
  return Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
}
