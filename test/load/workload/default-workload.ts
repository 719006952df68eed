import { type Workload, WorkloadSchema } from '../../../src/load/workload/workload.ts';

/** The default workload: 30 s of the mix at a modest rate. */
export function defaultWorkload(): Workload {
  return WorkloadSchema.parse({});
}
