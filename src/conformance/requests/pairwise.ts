/** Two values, by their indices, of two axes. */
interface Pair {
  readonly axes: readonly [number, number];
  readonly values: readonly [number, number];
}

/** For each axis the index of a value. */
type Row = readonly number[];

/**
 * Few rows in which every two values of two axes meet, chosen greedily: most defects need no more than
 * two unusual things at once, and the whole product is many times larger.
 * @param sizes the number of values of each axis
 */
export function pairwise(sizes: readonly number[]): readonly Row[] {
  const open = new Map(allPairs(sizes).map((pair) => [nameOf(pair), pair]));
  const rows: Row[] = [];
  for (const pair of open.values()) {
    const row = filled(sizes, open, pair);
    for (const met of pairsIn(row)) open.delete(nameOf(met));
    rows.push(row);
  }
  return newFirst(rows);
}

/** The rows in an order in which the first few have every value. */
function newFirst(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>();
  const left = new Set(rows);
  const namesIn = (row: Row) => row.map((value, axis) => `${axis} ${value}`);
  const unseen = (row: Row) => namesIn(row).filter((name) => !seen.has(name)).length;
  return rows.map(() => {
    const next = [...left].reduce((best, row) => (unseen(row) > unseen(best) ? row : best));
    left.delete(next);
    for (const name of namesIn(next)) seen.add(name);
    return next;
  });
}

function allPairs(sizes: readonly number[]): readonly Pair[] {
  return sizes.flatMap((size, axis) =>
    sizes.slice(axis + 1).flatMap((otherSize, after) =>
      Array.from({ length: size * otherSize }, (_, at): Pair => {
        const values = [Math.floor(at / otherSize), at % otherSize] as const;
        return { axes: [axis, axis + 1 + after], values };
      }),
    ),
  );
}

/** A row with this pair, in which each other axis has the value that meets the most open pairs. */
function filled(
  sizes: readonly number[],
  open: ReadonlyMap<string, Pair>,
  { axes, values }: Pair,
): Row {
  const chosen = new Map([
    [axes[0], values[0]],
    [axes[1], values[1]],
  ]);
  for (const [axis, size] of sizes.entries()) {
    if (chosen.has(axis)) continue;
    const meets = (value: number) =>
      [...chosen].filter(([other, otherValue]) =>
        open.has(nameOf(pairOf([other, otherValue], [axis, value]))),
      ).length;
    const candidates = Array.from({ length: size }, (_, value) => value);
    chosen.set(
      axis,
      candidates.reduce((best, value) => (meets(value) > meets(best) ? value : best), 0),
    );
  }
  return sizes.map((_, axis) => chosen.get(axis) ?? 0);
}

function pairsIn(row: Row): readonly Pair[] {
  return row.flatMap((value, axis) =>
    row.slice(axis + 1).map((other, after) => pairOf([axis, value], [axis + 1 + after, other])),
  );
}

function pairOf(one: readonly [number, number], other: readonly [number, number]): Pair {
  const [[axis, value], [otherAxis, otherValue]] = one[0] < other[0] ? [one, other] : [other, one];
  return { axes: [axis, otherAxis], values: [value, otherValue] };
}

function nameOf({ axes, values }: Pair): string {
  return `${axes.join(' ')} ${values.join(' ')}`;
}
