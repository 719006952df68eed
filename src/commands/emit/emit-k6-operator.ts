import { stringify } from 'yaml';
import {
  clusterObjects,
  KEYS_SECRET,
  RECORDINGS_CLAIM,
} from '../../load/scenarios/cluster-objects.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { LoadElsewhereOptions } from '../options/load-options.ts';
import type { AssessOptions } from '../run/run-inputs.ts';
import { stderr, stdout } from '../terminal/output.ts';
import { clusterLoad } from './cluster-load.ts';

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
  return `These objects contain no secrets. They need the Secret ${KEYS_SECRET} (kubectl create secret generic ${KEYS_SECRET}${keys}) and the volume claim ${RECORDINGS_CLAIM} (docs/distributed.md).`;
}
