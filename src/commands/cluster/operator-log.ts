import { z } from 'zod';
import { quoted } from './clipped.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

/** The label that the manifests of the operator give its pods. */
const LABEL = 'control-plane=controller-manager';
const NAMES_IT = /k6-operator/;
const LOG_LINES = 500;
/** The level of a line, in the forms of the operator's logger. */
const ERROR = /\tERROR\t|"level":\s*"error"/;

const PodsSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), namespace: z.string() }),
      status: z.object({ phase: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * What the operator logged last about a run that it could not go on with; undefined where it logged nothing, or
 * the account may not read it.
 */
export async function operatorComplaint(
  kubectl: Kubectl,
  run: string,
): Promise<string | undefined> {
  try {
    const pods = await kubectl.json(['get', 'pods', '--all-namespaces', '-l', LABEL], PodsSchema);
    const pod = pods.items.find(({ metadata }) => NAMES_IT.test(metadata.name));
    if (pod === undefined) return undefined;
    const { name, namespace } = pod.metadata;
    const log = await kubectl
      .within(namespace)
      .text(['logs', name, `--tail=${LOG_LINES}`, '--all-containers']);
    return lastError(log, run);
  } catch (error) {
    if (error instanceof KubectlFailure) return undefined;
    throw error;
  }
}

/** The last error about a run in a log whose lines end with an object of details. */
export function lastError(log: string, run: string): string | undefined {
  const line = log.split('\n').findLast((each) => ERROR.test(each) && each.includes(run));
  if (line === undefined) return undefined;
  const message = /"msg":\s*"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? line.split('\t').at(-2);
  const [, cause] = /"error":\s*"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  const said = [message, cause?.replaceAll('\\"', '"')].filter((part) => part);
  return quoted(said.length === 0 ? line : said.join(': '));
}
