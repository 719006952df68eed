import { z } from 'zod';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ClusterPatch } from '../../load/scenarios/cluster-objects.ts';
import { readYaml } from '../configuration/configuration.ts';

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
export async function readClusterPatch(file: string | undefined): Promise<ClusterPatch> {
  if (file === undefined) return {};
  const written = (await readYaml(file, false, 'give --patch the path of a YAML file')) ?? {};
  const parsed = PatchSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${file}: ${firstProblem(PatchSchema, parsed.error, written)}`);
}
