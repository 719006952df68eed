import { describeOutcome } from '../../answers/narrow.ts';
import type { History } from '../../conformance/evidence.ts';
import { curl } from '../../exchange/curl.ts';
import type { Explored, Reproduction } from '../../explore/explore.ts';
import { defined } from '../../input/defined.ts';
import type { ExploreReport } from '../schema/explore.ts';

/** What an exploration found, for the report. */
export interface ExploreFacts {
  readonly explored: Explored;
  readonly durationMs: number;
  /** Differences of each form. */
  readonly differences: ReadonlyMap<string, readonly string[]>;
  /** The file with the sequences. */
  readonly examples: string;
  /** The address of the other gateway; absent where there is none. */
  readonly against?: string | undefined;
}

export function exploreReport({
  explored,
  durationMs,
  differences,
  examples,
  against,
}: ExploreFacts): ExploreReport {
  const { programs, steps, coverage, reproductions, endedBy } = explored;
  return {
    programs,
    requests: steps,
    requestsPerSecond: steps / (durationMs / 1000),
    ...defined({ endedBy }),
    coverage: [...differences].map(([form, names]) => ({
      form,
      tried: names.filter((name) => coverage.hasTried(form, name)).length,
      of: names.length,
      times: coverage.times(form),
    })),
    pairs: coverage.pairs,
    examples,
    reproductions: reproductions.filter(({ shown }) => !shown.seen).map(reproductionRecord),
    ...(against !== undefined && {
      against,
      differences: reproductions.flatMap(differenceRecord),
    }),
  };
}

function reproductionRecord({ rule, failed, replays, program, shown }: Reproduction) {
  const { history } = shown;
  const lines = history.played.map(({ exchange }) => curl(exchange));
  const isWhole = !lines.includes(undefined);
  return {
    rule,
    failed,
    replays,
    ...defined({ copies: program.copies, shell: isWhole ? lines.join('\n') : undefined }),
    steps: stepsOf(history),
  };
}

function differenceRecord(reproduction: Reproduction) {
  const { seen, other } = reproduction.shown;
  if (seen === undefined || other === undefined) return [];
  const { rule: difference, ...record } = reproductionRecord(reproduction);
  return [{ difference, seen: [...seen], ...record, otherSteps: stepsOf(other) }];
}

function stepsOf({ played }: History): string[] {
  return played.map(({ label, key, exchange }) => {
    const keyed = key === undefined ? '' : ` · Idempotency-Key ${key}`;
    return `${label}${keyed}: ${describeOutcome(exchange)}`;
  });
}
