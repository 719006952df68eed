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

/** What a ConfigMap can hold. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * Prints what the k6 operator needs to run the load on a cluster, and sends nothing.
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
      `Script does not fit into a ConfigMap: ${sizeBytes} bytes, of ${LARGEST_BYTES} at most. Import less into the scenario.`,
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
      `No secret is in these objects: put ${secrets.join(', ')} into the Secret ${KEYS_SECRET}, beside ASSAY_API_KEY.\n`,
    );
  }
  stdout().write(objects.map((object) => stringify(object)).join('---\n'));
  return EXIT.holds;
}

/** @throws UsageError for what lies in a file of this machine */
function requirePortable({ trace, prompts }: Workload): void {
  const file = trace?.file ?? prompts?.file;
  if (file === undefined) return;
  throw new UsageError(
    `The workload needs a file that pods do not have: ${file}. Run it here with --segments, or give arrivals by stages and prompts by their lengths.`,
  );
}
