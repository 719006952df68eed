import type { Blocks } from '../../measure/change/load-blocks.ts';
import type { MeasuredRate } from '../../measure/change/rate-change.ts';
import type { LoadReport } from '../schema/load.ts';
import type { OverheadReport } from '../schema/overhead.ts';
import type { RunReport } from '../schema/run-report.ts';
import { blocksOf } from './sample-record.ts';

/** What the figures of a load depend on beside the gateway. */
export interface LoadConditions {
  readonly scenario: string;
  readonly model: 'open' | 'closed';
  /** Target rate, in arrivals per second. */
  readonly arrivalRate: number;
}

/** A load of one subject, in blocks. */
export interface MeasuredLoad {
  readonly conditions: LoadConditions;
  readonly blocks: Blocks;
  /** As written. */
  readonly objectives: readonly string[];
  /** Why its latencies are not the gateway's alone; absent when they are. */
  readonly doubt?: string;
}

/** What a performance comparison knows of one subject. */
export interface MeasuredSubject {
  readonly label: string;
  readonly load?: MeasuredLoad;
  readonly knee?: MeasuredRate;
  readonly overhead?: OverheadReport;
}

/** The parts of a report that have figures. */
interface MeasuredReport extends Pick<RunReport, 'slo'> {
  readonly load?: LoadReport | undefined;
  readonly capacity?: RunReport['capacity'];
  readonly overhead?: OverheadReport | undefined;
}

/** The measurements in a report; none of them where it has none. */
export function measuredSubject(
  label: string,
  report: MeasuredReport | undefined,
): MeasuredSubject {
  const { load, capacity, overhead } = report ?? {};
  const knee = capacity?.knee;
  return {
    label,
    ...(load && { load: measuredLoad(load, report?.slo ?? []) }),
    ...(overhead && { overhead }),
    ...(knee && { knee: { rate: knee.arrivalRate, ...knee.confidence } }),
  };
}

function measuredLoad(load: LoadReport, slo: RunReport['slo']): MeasuredLoad {
  const { scenario, model = 'open', arrivalRate, samples, health } = load;
  const doubt = doubtOf(load);
  return {
    conditions: { scenario, model, arrivalRate: arrivalRate.offered },
    blocks: blocksOf(samples ?? {}),
    objectives: slo.map(({ objective }) => objective),
    ...(!health.healthy && { doubt: 'the load generator could not keep up' }),
    ...(doubt !== undefined && { doubt }),
  };
}

function doubtOf({ samples, abortedBy }: LoadReport): string | undefined {
  if (samples === undefined) return 'its report has no samples: repeat the run with this version';
  return abortedBy === undefined ? undefined : 'its load was aborted';
}
