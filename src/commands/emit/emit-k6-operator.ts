import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { UsageError } from '../../input/usage-error.ts';
import {
  clusterObjects,
  KEYS_SECRET,
  RECORDINGS_CLAIM,
} from '../../load/scenarios/cluster-objects.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { ASSAY_VERSION } from '../../report/assay-version.ts';
import type { EmitOptions } from '../options/emit-options.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { LoadOptions, RunOptions } from '../options/run-options.ts';
import { stderr, stdout } from '../terminal/output.ts';
import { readClusterPatch } from './cluster-patch.ts';
import { emittedLoad } from './emit-script.ts';

/** The size limit of a ConfigMap. */
const LARGEST_BYTES = 1024 * 1024;
const DEFAULT_PODS = 2;

/**
 * Half of the streams of 32 events that one core would send each second, at 0.3 ms each
 * (`bench/speed.ts`): a generator needs reserves.
 */
const ARRIVALS_PER_CORE = 1500;

/**
 * Prints the objects with which the k6 operator runs the load on a cluster, and sends nothing.
 * @returns the exit code
 * @throws SetupError, UsageError
 */
export async function emitClusterRun(
  options: RunOptions & LoadOptions & EmitOptions,
): Promise<number> {
  const patch = await readClusterPatch(options.patch);
  const { workload, script, secrets } = await emittedLoad(options);
  const parallelism = options.parallelism ?? DEFAULT_PODS;
  requirePortable(workload);
  requireWork(workload, parallelism);
  const sizeBytes = Buffer.byteLength(script);
  if (sizeBytes > LARGEST_BYTES) {
    throw new UsageError(
      `Script is too large for a ConfigMap: ${sizeBytes} bytes, limit ${LARGEST_BYTES}. Import less into the scenario.`,
    );
  }
  const objects = clusterObjects({
    name: `assay-${randomBytes(4).toString('hex')}`,
    script,
    image: options.image ?? `assay-engine:${ASSAY_VERSION}`,
    parallelism,
    inFlight: workload.inFlight,
    cleanup: options.cleanup === true,
    patch,
  });
  for (const note of notesOf(workload, parallelism, secrets)) stderr().write(`${note}\n`);
  stdout().write(objects.map((object) => stringify(object)).join('---\n'));
  return EXIT.holds;
}

function notesOf(
  workload: Workload,
  parallelism: number,
  secrets: readonly string[],
): readonly string[] {
  const keys = ['ASSAY_API_KEY', ...secrets].map((name) => ` --from-literal=${name}=…`).join('');
  const notes = [
    `These objects contain no secrets. They need the Secret ${KEYS_SECRET} (kubectl create secret generic ${KEYS_SECRET}${keys}) and the volume claim ${RECORDINGS_CLAIM} (docs/distributed.md).`,
  ];
  const rate = peakRate(workload);
  if (rate > ARRIVALS_PER_CORE * parallelism) {
    const pods = Math.ceil(rate / ARRIVALS_PER_CORE);
    notes.push(
      `Warning: ${Math.round(rate / parallelism)} arrivals/s for each pod may be more than its core sends (about ${ARRIVALS_PER_CORE}/s). Use --parallelism ${pods}, or request more CPU for the runner with --patch.`,
    );
  }
  return notes;
}

/** In arrivals per second; 0 where no rate is set. */
function peakRate({ arrivalsPerSecond, stages, closed }: Workload): number {
  if (closed !== undefined) return 0;
  return Math.max(arrivalsPerSecond, ...(stages ?? []).map(({ from, to }) => Math.max(from, to)));
}

/** @throws UsageError for more pods than requests in flight: the operator refuses them */
function requireWork({ inFlight }: Workload, parallelism: number): void {
  if (parallelism <= inFlight) return;
  throw new UsageError(
    `--parallelism ${parallelism} is more than the ${inFlight} requests in flight, so some pods would have nothing to send. Raise --in-flight, or lower --parallelism.`,
  );
}

/** @throws UsageError for a workload that needs a local file */
function requirePortable({ trace, prompts }: Workload): void {
  const file = trace?.file ?? prompts?.file;
  if (file === undefined) return;
  throw new UsageError(
    `Pods cannot read the local file of the workload: ${file}. Run the load here with --segments, or replace the trace by stages and the prompts by their lengths.`,
  );
}
