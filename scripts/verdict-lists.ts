/** What one run said of one rule. */
export interface RuleVerdict {
  readonly id: string;
  readonly verdict: string;
  readonly reason?: string | undefined;
}

/** What one run said of every rule. */
export type VerdictList = readonly RuleVerdict[];

/** A rule that did not have the same verdict in every run. */
export interface UnsteadyRule {
  readonly id: string;
  /** How many runs had each verdict, the most frequent first. */
  readonly counts: readonly (readonly [verdict: string, runs: number])[];
  /** The runs that differ from most, counted from 1. */
  readonly odd: readonly {
    readonly run: number;
    readonly verdict: string;
    readonly reason?: string;
  }[];
}

export interface Steadiness {
  readonly runs: number;
  /** Runs whose list is that of most runs. */
  readonly identical: number;
  readonly unsteady: readonly UnsteadyRule[];
}

/** Compares the verdict lists of several runs of one target, rule by rule. */
export function compareVerdicts(lists: readonly VerdictList[]): Steadiness {
  const whole = lists.map((list) => list.map(({ id, verdict }) => `${id} ${verdict}`).toSorted());
  const [most] = countOf(whole.map((lines) => lines.join('\n')));
  const ids = new Set(lists.flatMap((list) => list.map(({ id }) => id)));
  const unsteady = [...ids].toSorted().flatMap((id) => unsteadyRule(id, lists) ?? []);
  return { runs: lists.length, identical: most?.[1] ?? 0, unsteady };
}

function unsteadyRule(id: string, lists: readonly VerdictList[]): UnsteadyRule | undefined {
  const seen = lists.map(
    (list) => list.find((rule) => rule.id === id) ?? { id, verdict: 'absent from the report' },
  );
  const counts = countOf(seen.map(({ verdict }) => verdict));
  if (counts.length === 1) return undefined;
  const [usual] = counts[0] ?? [];
  const odd = seen.flatMap(({ verdict, reason }, index) =>
    verdict === usual ? [] : { run: index + 1, verdict, ...(reason !== undefined && { reason }) },
  );
  return { id, counts, odd };
}

/** Each text with the number of times that it occurs, the most frequent first. */
function countOf(texts: readonly string[]): readonly (readonly [text: string, times: number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** The comparison as lines for a terminal. */
export function steadinessLines({ runs, identical, unsteady }: Steadiness): readonly string[] {
  return [
    `Identical verdict lists: ${identical} of ${runs} runs.`,
    ...unsteady.flatMap(({ id, counts, odd }) => [
      `  ${id}: ${counts.map(([verdict, times]) => `${verdict} ${times}`).join(', ')}`,
      ...odd.map(
        ({ run, verdict, reason }) => `    run ${run}: ${verdict}${reason ? ` (${reason})` : ''}`,
      ),
    ]),
  ];
}
