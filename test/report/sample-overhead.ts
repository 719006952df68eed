import type { OverheadReport, OverheadStepReport } from '../../src/report/schema/overhead.ts';
import type { Figure } from '../../src/report/schema/performance.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import { passingGate } from './sample-report.ts';

/** A fabricated overhead. */

/** A measured step with what the gateway adds to the TTFT of streams at these percentiles; no intervals without half of one. */
export function overheadStep(
  overheadMs: number,
  { halfMs = 0.1, ...more }: Partial<OverheadStepReport> & { halfMs?: number | null } = {},
  statistics: readonly Figure['statistic'][] = ['p50'],
): OverheadStepReport {
  const figure = (metric: Figure['metric'], statistic: Figure['statistic']): Figure => ({
    operation: 'chat',
    mode: 'stream',
    metric,
    statistic,
    unit: 'ms',
    betterWhen: 'lower',
    cells: [3, 3 + overheadMs].map((value) => ({ value, observations: 500 })),
    changes: [
      {
        delta: overheadMs,
        ratio: (3 + overheadMs) / 3,
        interval: halfMs === null ? null : { low: overheadMs - halfMs, high: overheadMs + halfMs },
      },
    ],
  });
  return {
    outcome: 'measured',
    blocks: 10,
    usedBlocks: 10,
    requests: { floor: 500, through: 500 },
    failed: { floor: 0, through: 0 },
    rows: (['ttft', 'addedTtft'] as const).flatMap((metric) =>
      statistics.map((statistic) => figure(metric, statistic)),
    ),
    ...more,
  };
}

/** Steps of one request in flight and of three rates; the gateway keeps up at 100/s. */
export const OVERHEAD: OverheadReport = {
  steps: [
    overheadStep(1, {}),
    overheadStep(1.2, { arrivalRate: 50 }),
    overheadStep(4, { arrivalRate: 100, usedBlocks: 8 }),
    overheadStep(40, {
      arrivalRate: 200,
      outcome: 'gateway-behind',
      failed: { floor: 0, through: 25 },
    }),
  ],
  knee: { above: 100, below: 200 },
};

/** `assay overhead`. */
export function overheadRun(): RunReport {
  return { ...passingGate(), conformant: null, overhead: OVERHEAD };
}
