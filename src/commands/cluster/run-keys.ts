import { SetupError } from '../../input/setup-error.ts';
import { KEYS_SECRET } from '../../load/scenarios/cluster-objects.ts';
import { readKeys } from '../../target/keys.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

/** The Secret that the runners read. */
export interface RunSecret {
  /** None where the target takes no key and no header has a secret. */
  readonly name: string | undefined;
  /** To be created for the run; undefined where it exists. */
  readonly object: object | undefined;
}

const FIRST = 'ASSAY_API_KEY';
const SECOND = 'ASSAY_API_KEY_2';
/** The names of the members of a Secret, without their values. */
const NAMES = 'go-template={{range $name, $_ := .data}}{{$name}} {{end}}';

/**
 * The Secret of a run: made from the keys of this environment, or else the one that the namespace has.
 * @param run the name of the run, and of the Secret that is made for it
 * @param secrets further variables that the script reads
 * @throws UsageError for an invalid key; SetupError where there is neither
 */
export async function keysFor(
  kubectl: Kubectl,
  run: string,
  takesKey: boolean,
  secrets: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<RunSecret> {
  const needed = [...(takesKey ? [FIRST] : []), ...secrets];
  if (needed.length === 0) return { name: undefined, object: undefined };
  if (!takesKey || (env[FIRST] ?? '') !== '') {
    return { name: run, object: secretOf(run, takesKey, secrets, env) };
  }
  await requireSecret(kubectl, needed);
  return { name: KEYS_SECRET, object: undefined };
}

function secretOf(
  name: string,
  takesKey: boolean,
  secrets: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): object {
  const { first, second } = takesKey ? readKeys(env) : {};
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'Opaque',
    stringData: {
      ...(first !== undefined && { [FIRST]: first }),
      ...(second !== undefined && { [SECOND]: second }),
      ...Object.fromEntries(secrets.map((secret) => [secret, env[secret] ?? ''])),
    },
  };
}

/** @throws SetupError that names the commands; nothing where the account may not see Secrets */
async function requireSecret(kubectl: Kubectl, needed: readonly string[]): Promise<void> {
  let text: string;
  try {
    text = await kubectl.text(['get', 'secret', KEYS_SECRET, '--ignore-not-found', '-o', NAMES]);
  } catch (error) {
    if (error instanceof KubectlFailure && error.kind === 'forbidden') return;
    throw error;
  }
  const members = text.split(' ').filter((member) => member !== '');
  const missing = needed.filter((member) => !members.includes(member));
  if (missing.length === 0) return;
  const literals = needed.map((member) => `--from-literal=${member}=…`);
  const make = kubectl.line('create', 'secret', 'generic', KEYS_SECRET, ...literals);
  throw new SetupError(
    members.length === 0
      ? `No API key for the target: ${FIRST} is not set here, and the namespace has no Secret ${KEYS_SECRET}. Set ${FIRST}, or create the Secret: ${make}.`
      : `${missing.join(', ')} is missing in the Secret ${KEYS_SECRET}. Add it, or set ${FIRST} here: a Secret is then made for the run.`,
  );
}
