import { present } from '../../input/defined.ts';
import { SHARE_EFFECT } from '../../measure/change/min-effect.ts';
import { type Share, shareChange } from '../../measure/change/share-change.ts';
import { type Sample, sumOf } from '../../measure/sample.ts';
import type { FigureRow } from './figure-row.ts';
import { rowsByMode, type Subjects } from './latency-rows.ts';

type ShareMetric = 'errors' | 'throttled' | 'goodput';

const SHARES: Readonly<Record<ShareMetric, (sample: Sample) => Share>> = {
  errors: ({ good, failed }) => ({ count: failed, all: good + failed }),
  throttled: ({ good, failed, throttled }) => ({
    count: throttled,
    all: good + failed + throttled,
  }),
  goodput: ({ good, failed, withinSlo }) => ({ count: withinSlo, all: good + failed }),
};

/**
 * Errors and 429s of all operations and of each; the share of answers within the objectives, where
 * all subjects had the same. Only those of all operations decide: few requests show little of a share.
 */
export function shareRows(loads: Subjects): readonly FigureRow[] {
  const whole = loads.map(
    (load) =>
      load && blockByBlock([...load.blocks.values()].flatMap((modes) => [...modes.values()])),
  );
  const all = { operation: 'all', blocks: whole };
  const [first] = loads;
  const latencies = first?.objectives.filter((objective) =>
    /\b(ttft|itl|tpot|args|e2e)\b/.test(objective),
  );
  const sameObjectives = loads.every(
    (load) => load === undefined || sorted(load.objectives) === sorted(first?.objectives ?? []),
  );
  return present([
    shareRow('errors', all),
    ...some(shareRow('throttled', all)),
    sameObjectives && latencies !== undefined && latencies.length > 0 && shareRow('goodput', all),
    ...rowsByMode(loads, (operation, mode, blocks) =>
      some(shareRow('errors', { operation, mode, blocks })),
    ),
  ]);
}

interface ShareFigure {
  readonly operation: string;
  readonly mode?: string;
  /** One list for each subject. */
  readonly blocks: readonly (readonly Sample[] | undefined)[];
}

function shareRow(metric: ShareMetric, { operation, mode, blocks }: ShareFigure): FigureRow {
  const shares = blocks.map((samples) => samples?.map(SHARES[metric]) ?? []);
  const [before = [], ...others] = shares;
  return {
    operation,
    ...(mode !== undefined && { mode }),
    metric,
    unit: '%',
    betterWhen: metric === 'goodput' ? 'higher' : 'lower',
    cells: shares.map(cellOf),
    estimates: others.map((after) => ({
      decides: operation === 'all',
      effect: SHARE_EFFECT,
      estimate: shareChange(before, after),
    })),
  };
}

function cellOf(shares: readonly Share[]) {
  const count = shares.reduce((sum, share) => sum + share.count, 0);
  const all = shares.reduce((sum, share) => sum + share.all, 0);
  return { value: all === 0 ? null : (count / all) * 100, observations: all };
}

/** Nothing where the share is 0 on all sides. */
function some(row: FigureRow): readonly FigureRow[] {
  return row.cells.some(({ value }) => (value ?? 0) > 0) ? [row] : [];
}

/** The sums over all lists, place by place. */
function blockByBlock(lists: readonly (readonly Sample[])[]): readonly Sample[] {
  const length = Math.max(0, ...lists.map((samples) => samples.length));
  return Array.from({ length }, (_, at) => sumOf(lists.flatMap((samples) => samples[at] ?? [])));
}

function sorted(objectives: readonly string[]): string {
  return objectives.toSorted().join('\n');
}
