import { randomBytes } from 'node:crypto';
import { UsageError } from '../input/usage-error.ts';

/** The API keys of a run. They reach a gateway in a header and nothing else, ever. */
export interface Keys {
  /** '' of a target that takes none. */
  readonly first: string;
  /** The key of another tenant. */
  readonly second?: string;
}

/** For a target that takes no key. */
export const NO_KEYS: Keys = { first: '' };

const FIRST = 'ASSAY_API_KEY';
const SECOND = 'ASSAY_API_KEY_2';
/** What a bearer token may hold (RFC 6750 §2.1), and whatever else is printable. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The keys that the user gives for a gateway of theirs.
 * @param own variable for this gateway alone, which goes before that for all
 * @throws UsageError
 */
export function readKeys(environment: Readonly<NodeJS.ProcessEnv>, own = FIRST): Keys {
  const variable = variableFor(environment, own);
  const first = readKey(environment, variable);
  if (first === undefined) {
    const unset = own === FIRST ? `${FIRST} is not` : `neither ${own} nor ${FIRST} is`;
    throw new UsageError(
      `No API key for the target: ${unset} set. Put the key into the environment; it is never an argument. A target that takes no key is said so in a profile: keyHeader is null.`,
    );
  }
  const second = readKey(environment, `${variable}_2`);
  if (second === undefined) return { first };
  if (second === first) {
    throw new UsageError(
      `${variable}_2 equals ${variable}. Give it the key of another tenant, or leave it unset.`,
    );
  }
  return { first, second };
}

/** What to do when the key that `readKeys` finds is refused. */
export function keyRemedy(environment: Readonly<NodeJS.ProcessEnv>, own = FIRST): string {
  const variable = variableFor(environment, own);
  if (variable === own) return `Check ${variable}.`;
  return `Check ${variable}, or set ${own} for this target alone.`;
}

function variableFor(environment: Readonly<NodeJS.ProcessEnv>, own: string): string {
  return (environment[own] ?? '') === '' ? FIRST : own;
}

function readKey(environment: Readonly<NodeJS.ProcessEnv>, name: string): string | undefined {
  const key = environment[name];
  if (key === undefined || key === '') return undefined;
  if (!PRINTABLE.test(key)) {
    throw new UsageError(
      `${name} holds a character that no API key has, such as a space or a line break. Set it to the bare key.`,
    );
  }
  return key;
}

/** Keys for a reference gateway of our own. */
export function freshKeys(): Required<Keys> {
  return { first: freshKey(), second: freshKey() };
}

function freshKey(): string {
  return `assay_live_${randomBytes(16).toString('hex')}`;
}

/** The variables by which a reference gateway takes its keys. */
export function keyVariables({ first, second }: Required<Keys>): Record<string, string> {
  return { [FIRST]: first, [SECOND]: second };
}
