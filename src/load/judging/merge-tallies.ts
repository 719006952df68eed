import type { RuleJudge } from '../../conformance/judge.ts';
import { addCounts, EXAMPLES_KEPT, type Example } from '../../conformance/tally.ts';
import type { WorkerResult, WorkerTally } from './workers/pool.ts';

interface Placed {
  readonly place: number;
  readonly example: Example;
}

/**
 * Adds the findings of threads to the judges of the reader, as if these had judged all exchanges in
 * the order read: counts add, and the first examples are kept.
 * @param placeOf an example of the reader: the place of its exchange in the order read
 */
export function mergeTallies(
  judges: readonly RuleJudge[],
  results: readonly WorkerResult[],
  placeOf: (example: Example) => number,
): void {
  const byRule = Map.groupBy(
    results.flatMap(({ tallies }) => tallies),
    ({ rule }) => rule,
  );
  for (const judge of judges) mergeInto(judge, byRule.get(judge.rule.id) ?? [], placeOf);
}

function mergeInto(
  { tally }: RuleJudge,
  others: readonly WorkerTally[],
  placeOf: (example: Example) => number,
): void {
  const found = new Map<string, { findings: number; examples: Placed[] }>();
  const add = (operation: string, findings: number, examples: readonly Placed[]) => {
    const kept = found.get(operation) ?? { findings: 0, examples: [] };
    kept.findings += findings;
    kept.examples.push(...examples);
    found.set(operation, kept);
  };
  for (const [operation, { findings, examples }] of tally.byOperation) {
    const placed = examples.map((example) => ({ place: placeOf(example), example }));
    add(operation, findings, placed);
  }
  for (const other of others) {
    addCounts(tally, other);
    for (const { operation, findings, examples } of other.operations) {
      add(operation, findings, examples);
    }
  }
  if (others.every(({ findings }) => findings === 0)) return;
  tally.byOperation.clear();
  for (const [operation, { findings, examples }] of inOrder(found)) {
    tally.byOperation.set(operation, {
      findings,
      examples: examples.slice(0, EXAMPLES_KEPT).map(({ example }) => example),
    });
  }
}

/** Operations by their first finding, examples by their place. */
function inOrder(found: ReadonlyMap<string, { findings: number; examples: Placed[] }>) {
  const first = (examples: readonly Placed[]) => examples[0]?.place ?? 0;
  return [...found]
    .map(([operation, { findings, examples }]) => {
      const sorted = examples.toSorted((a, b) => a.place - b.place);
      return [operation, { findings, examples: sorted }] as const;
    })
    .toSorted(([, a], [, b]) => first(a.examples) - first(b.examples));
}
