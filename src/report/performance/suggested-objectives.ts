import { billableOperations, isOnlyMax, judgedLatencies } from '../phrases/operation-figures.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Percentiles } from '../schema/traffic.ts';

/** A limit is this share of what was measured. */
const ROOM = 1.2;

/**
 * Objectives for the latencies that a load measured and that have none: the run would have met them with
 * 20 % room. None from a load whose generator could not keep up.
 */
export function suggestedObjectives({ load, slo }: RunReport): readonly string[] {
  if (load?.health.healthy !== true) return [];
  return billableOperations(load).flatMap(([name, figures]) => {
    const { ttft, e2e } = judgedLatencies(figures);
    return [
      ...objectiveOf(`${name} ttft p95`, ttft, slo),
      ...objectiveOf(`${name} e2e p95`, e2e, slo),
    ];
  });
}

function objectiveOf(
  subject: string,
  percentiles: Percentiles | undefined,
  slo: RunReport['slo'],
): readonly string[] {
  if (percentiles === undefined || isOnlyMax('p95', percentiles)) return [];
  if (slo.some(({ objective }) => objective.startsWith(subject))) return [];
  return [`${subject} < ${roundedUp(percentiles.p95 * ROOM)}ms`];
}

/** To two digits. */
function roundedUp(ms: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.max(ms, 0.1))) - 1);
  return Number((Math.ceil(ms / step) * step).toPrecision(2));
}
