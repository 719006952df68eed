import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { z } from 'zod';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import { ARRIVALS_PER_CORE } from '../../load/engine/segments.ts';
import {
  type ClusterPatch,
  type ClusterRun,
  clusterObjects,
  KEYS_SECRET,
  keysSecret,
  RECORDINGS_CLAIM,
} from '../../load/scenarios/cluster-objects.ts';
import { peakRate, type Workload } from '../../load/workload/workload.ts';
import { ASSAY_VERSION } from '../../report/manifest.ts';
import { formatCount } from '../../report/phrases/number-format.ts';
import { keyVariables, readKeys } from '../../target/keys.ts';
import { readYaml } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { LoadElsewhereOptions } from '../options/load-options.ts';
import type { AssessOptions } from '../run/run-inputs.ts';
import { stderr, stdout } from '../terminal/output.ts';
import { type Emitted, emittedLoad } from './emit-script.ts';

/** The size limit of a ConfigMap. */
const LARGEST_BYTES = 1024 * 1024;
const DEFAULT_PODS = 2;

/** A load that pods of a cluster can run. */
export interface ClusterLoad extends Emitted {
  readonly run: Omit<ClusterRun, 'secret' | 'recordings' | 'isKept' | 'cleanup'>;
  /** What is likely to go wrong, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the load with its patch. Sends nothing.
 * @throws SetupError, UsageError
 */
export async function clusterLoad(
  options: AssessOptions & LoadElsewhereOptions,
): Promise<ClusterLoad> {
  const patch = await readClusterPatch(options.patch);
  if (patch.spec?.parallelism !== undefined) {
    throw new UsageError(
      `The patch sets spec.parallelism: ${options.patch}. Remove it, and use --parallelism.`,
    );
  }
  const emitted = await emittedLoad(options);
  const { workload, script } = emitted;
  const parallelism = options.parallelism ?? DEFAULT_PODS;
  requirePortable(workload);
  requireWork(workload, parallelism);
  const sizeBytes = Buffer.byteLength(script);
  if (sizeBytes > LARGEST_BYTES) {
    throw new UsageError(
      `Script is too large for a ConfigMap: ${sizeBytes} bytes, limit ${LARGEST_BYTES}. Import less into the scenario.`,
    );
  }
  const { namespace } = options;
  return {
    ...emitted,
    run: {
      name: `assay-${randomBytes(4).toString('hex')}`,
      script,
      image: options.image ?? `assay-engine:${ASSAY_VERSION}`,
      parallelism,
      inFlight: workload.inFlight,
      patch: namespace === undefined ? patch : inNamespace(patch, namespace),
    },
    warnings: warningsOf(workload, parallelism),
  };
}

function inNamespace(patch: ClusterRun['patch'], namespace: string): ClusterRun['patch'] {
  return { ...patch, metadata: { ...patch.metadata, namespace } };
}

function warningsOf(workload: Workload, parallelism: number): readonly string[] {
  const rate = peakRate(workload);
  if (rate <= ARRIVALS_PER_CORE * parallelism) return [];
  const pods = Math.ceil(rate / ARRIVALS_PER_CORE);
  return [
    `Warning: ${formatCount(rate / parallelism)} arrivals/s for each pod may be more than its core sends (about ${ARRIVALS_PER_CORE}/s). Use --parallelism ${pods}, or request more CPU for the runner with --patch.`,
  ];
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

const Text = z.record(z.string(), z.string());

/** The file of `--patch`. Kubernetes checks the specification itself. */
const PatchSchema = z.strictObject({
  metadata: z
    .strictObject({
      namespace: z
        .string()
        .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
        .max(63)
        .optional(),
      labels: Text.optional(),
      annotations: Text.optional(),
    })
    .optional(),
  spec: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Reads the changes to the objects for a cluster.
 * @throws UsageError
 */
async function readClusterPatch(file: string | undefined): Promise<ClusterPatch> {
  if (file === undefined) return {};
  const written = (await readYaml(file, false, 'give --patch the path of a YAML file')) ?? {};
  const parsed = PatchSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${file}: ${firstProblem(PatchSchema, parsed.error, written)}`);
}

/**
 * Prints the objects with which the k6 operator runs the load on a cluster, and sends nothing.
 * @returns the exit code
 * @throws SetupError, UsageError
 */
export async function emitClusterRun(
  options: AssessOptions & LoadElsewhereOptions,
): Promise<number> {
  const { run, secrets, warnings } = await clusterLoad(options);
  const objects = clusterObjects({
    ...run,
    secret: KEYS_SECRET,
    recordings: 'claim',
    isKept: false,
    cleanup: options.cleanup === true,
  });
  for (const note of [needsSentence(secrets), ...warnings]) stderr().write(`${note}\n`);
  stdout().write(objects.map((object) => stringify(object)).join('---\n'));
  return EXIT.holds;
}

function needsSentence(secrets: readonly string[]): string {
  const keys = ['ASSAY_API_KEY', ...secrets].map((name) => ` --from-literal=${name}=…`).join('');
  return `These objects contain no secrets. They need the Secret ${KEYS_SECRET} (kubectl create secret generic ${KEYS_SECRET}${keys}) and the volume claim ${RECORDINGS_CLAIM} (docs/guides/distributed.md).`;
}

/**
 * The Secret that the runners read: made from the keys of this environment, or else the one that the namespace has.
 * @throws UsageError for an invalid key
 */
export function keysFor({ run: { name }, profile, secrets }: ClusterLoad): {
  readonly secret: string | undefined;
  /** To be created for the run. */
  readonly objects: readonly object[];
} {
  const { env } = process;
  const takesKey = profile.expect.keyHeader !== null;
  if (!takesKey && secrets.length === 0) return { secret: undefined, objects: [] };
  if (takesKey && (env.ASSAY_API_KEY ?? '') === '') return { secret: KEYS_SECRET, objects: [] };
  const named = Object.fromEntries(secrets.map((secret) => [secret, env[secret] ?? '']));
  const variables = { ...(takesKey && keyVariables(readKeys(env))), ...named };
  return { secret: name, objects: [keysSecret(name, variables)] };
}
