import type { OverheadReport, OverheadStepReport } from '../../src/report/schema/overhead.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import { passingGate } from './sample-report.ts';

/** A fabricated overhead. */

/** A measured step with this median overhead. */
export function overheadStep(
  overheadMs: number,
  more: Partial<OverheadStepReport>,
): OverheadStepReport {
  const at = { percent: 50, floorMs: 3, throughMs: 3 + overheadMs, overheadMs };
  const interval = { low: overheadMs - 0.1, high: overheadMs + 0.1 };
  const figure = {
    mode: 'stream',
    metric: 'ttft',
    observations: { floor: 500, through: 500 },
  } as const;
  return {
    outcome: 'measured',
    blocks: 10,
    usedBlocks: 10,
    requests: { floor: 500, through: 500 },
    failed: { floor: 0, through: 0 },
    figures: [
      { ...figure, method: 'difference', percentiles: [{ ...at, interval }] },
      { ...figure, method: 'clock-free', percentiles: [{ ...at, interval }] },
    ],
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
