import { randomBytes } from 'node:crypto';
import { UsageError } from '../input/usage-error.ts';

/** The API keys of a run. They are sent in a header and nowhere else. */
export interface Keys {
  /** '' for a target without keys. */
  readonly first: string;
  /** The key of another tenant. */
  readonly second?: string;
}

/** For a target that takes no key. */
export const NO_KEYS: Keys = { first: '' };

const FIRST = 'ASSAY_API_KEY';
const SECOND = 'ASSAY_API_KEY_2';
/** The characters of a bearer token (RFC 6750 §2.1), and all other printable ones. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The user's keys for a gateway.
 * @param targetVariable for this gateway only; it overrides the variable for all
 * @throws UsageError
 */
export function readKeys(environment: Readonly<NodeJS.ProcessEnv>, targetVariable = FIRST): Keys {
  const variable = variableFor(environment, targetVariable);
  const first = readKey(environment, variable);
  if (first === undefined) {
    const unset =
      targetVariable === FIRST ? `${FIRST} is not` : `neither ${targetVariable} nor ${FIRST} is`;
    throw new UsageError(
      `No API key for the target: ${unset} set. Set it in the environment; a key is never an argument. If the target takes no key, set keyHeader to null in a profile.`,
    );
  }
  const second = readKey(environment, `${variable}_2`);
  if (second === undefined) return { first };
  if (second === first) {
    throw new UsageError(
      `${variable}_2 equals ${variable}. Set it to the key of another tenant, or unset it.`,
    );
  }
  return { first, second };
}

/** The remedy when the key of `readKeys` is refused. */
export function keyRemedy(
  environment: Readonly<NodeJS.ProcessEnv>,
  targetVariable = FIRST,
): string {
  const variable = variableFor(environment, targetVariable);
  if (variable === targetVariable) return `Check ${variable}.`;
  return `Check ${variable}, or set ${targetVariable} for this target only.`;
}

function variableFor(environment: Readonly<NodeJS.ProcessEnv>, targetVariable: string): string {
  return (environment[targetVariable] ?? '') === '' ? FIRST : targetVariable;
}

function readKey(environment: Readonly<NodeJS.ProcessEnv>, name: string): string | undefined {
  const key = environment[name];
  if (key === undefined || key === '') return undefined;
  if (!PRINTABLE.test(key)) {
    throw new UsageError(
      `${name} contains a character that is invalid in an API key, such as a space or a line break. Set it to the key only.`,
    );
  }
  return key;
}

/** `ASSAY_API_KEY`, that of the second tenant, and those of the gateways of a comparison. */
const KEY_VARIABLE = /^ASSAY_API_KEY(?:_|$)/;

/** Whether this environment variable has an API key of the user. */
export function isKeyVariable(name: string): boolean {
  return KEY_VARIABLE.test(name);
}

/** The environment for a child process that needs no API key. */
export function withoutKeys(environment: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isKeyVariable(name)));
}

/** New keys for a reference gateway that Assay starts. */
export function freshKeys(): Required<Keys> {
  return { first: freshKey(), second: freshKey() };
}

function freshKey(): string {
  return `assay_live_${randomBytes(16).toString('hex')}`;
}

/** The environment variables of a child or a pod for its keys. */
export function keyVariables({ first, second }: Keys): Record<string, string> {
  return { [FIRST]: first, ...(second !== undefined && { [SECOND]: second }) };
}
