import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { UsageError } from '../../input/usage-error.ts';
import { clusterObjects, KEYS_SECRET } from '../../load/scenarios/k6-operator.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { ASSAY_VERSION } from '../../report/assay-version.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { EmitOptions } from '../options/recording-options.ts';
import type { LoadOptions, RunOptions } from '../options/run-options.ts';
import { stderr, stdout } from '../terminal/output.ts';
import { emittedLoad } from './emit-script.ts';

/** The size limit of a ConfigMap. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * Prints the objects with which the k6 operator runs the load on a cluster, and sends nothing.
 * @returns the exit code
 * @throws SetupError, UsageError
 */
export async function emitClusterRun(
  options: RunOptions & LoadOptions & EmitOptions,
): Promise<number> {
  const { workload, script, secrets } = await emittedLoad(options);
  requirePortable(workload);
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
    parallelism: options.parallelism ?? 2,
  });
  if (secrets.length > 0) {
    stderr().write(
      `These objects contain no secrets. Add ${secrets.join(', ')} to the Secret ${KEYS_SECRET}, which also holds ASSAY_API_KEY.\n`,
    );
  }
  stdout().write(objects.map((object) => stringify(object)).join('---\n'));
  return EXIT.holds;
}

/** @throws UsageError for a workload that needs a local file */
function requirePortable({ trace, prompts }: Workload): void {
  const file = trace?.file ?? prompts?.file;
  if (file === undefined) return;
  throw new UsageError(
    `Pods cannot read the local file of the workload: ${file}. Run the load here with --segments, or replace the trace by stages and the prompts by their lengths.`,
  );
}
