import { KEYS_SECRET } from '../../load/scenarios/cluster-objects.ts';
import { readKeys } from '../../target/keys.ts';

/** The Secret that the runners read. */
export interface RunSecret {
  /** None where the target takes no key and no header has a secret. */
  readonly name: string | undefined;
  /** To be created for the run; undefined where the namespace has it, or where none is needed. */
  readonly object: object | undefined;
}

const FIRST = 'ASSAY_API_KEY';
const SECOND = 'ASSAY_API_KEY_2';

/**
 * The Secret of a run: made from the keys of this environment, or else the one that the namespace has.
 * @param run the name of the run, and of the Secret that is made for it
 * @param secrets further variables that the script reads
 * @throws UsageError for an invalid key
 */
export function keysFor(
  run: string,
  takesKey: boolean,
  secrets: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): RunSecret {
  if (!takesKey && secrets.length === 0) return { name: undefined, object: undefined };
  if (takesKey && (env[FIRST] ?? '') === '') return { name: KEYS_SECRET, object: undefined };
  const { first, second } = takesKey ? readKeys(env) : {};
  const object = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: run },
    type: 'Opaque',
    stringData: {
      ...(first !== undefined && { [FIRST]: first }),
      ...(second !== undefined && { [SECOND]: second }),
      ...Object.fromEntries(secrets.map((secret) => [secret, env[secret] ?? ''])),
    },
  };
  return { name: run, object };
}
