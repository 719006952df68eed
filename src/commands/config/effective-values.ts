import { z } from 'zod';
import { isJsonObject } from '../../answers/json.ts';
import { PLACEHOLDER } from '../../exchange/access.ts';
import { looksSecret } from '../../target/looks-secret.ts';
import { ConfigurationSchema } from '../configuration/configuration.ts';

/** Keys and indices from the root. */
export type Path = readonly PropertyKey[];
type Node = z.core.JSONSchema.BaseSchema;

/** One value of a configuration. */
export interface EffectiveValue {
  readonly path: Path;
  /** Without secrets. */
  readonly shown: string;
  /** Names of the variables of the environment that it takes. */
  readonly variables: readonly string[];
  readonly isDefault: boolean;
}

/**
 * The values of a configuration in the form of `assay.yaml`, with the defaults of those that are absent.
 * @param wrong the places of mistakes: nothing below them has an effect
 */
export function effectiveValues(
  written: Readonly<Record<string, unknown>>,
  wrong: readonly Path[],
): readonly EffectiveValue[] {
  const all = [...leavesOf(written, []), ...defaultsOf(written)];
  const order = Object.keys(ConfigurationSchema.shape);
  return all
    .filter(({ path }) => !wrong.some((place) => startsWith(path, place)))
    .toSorted(
      (one, other) => order.indexOf(String(one.path[0])) - order.indexOf(String(other.path[0])),
    );
}

/** Whether a place is another one, or below it. */
export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, at) => String(path[at]) === String(step));
}

function leavesOf(value: unknown, path: Path): readonly EffectiveValue[] {
  if (isJsonObject(value) && typeof path.at(-1) !== 'number') {
    return Object.entries(value).flatMap(([key, below]) => leavesOf(below, [...path, key]));
  }
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, [...path, at]));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const variables = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [{ path, shown: withoutSecret(path, text), variables, isDefault: false }];
}

const HIDDEN = '(hidden)';

/** Only headers, a query and the addresses of a target and a proxy may carry a secret. */
function withoutSecret([key, name = '']: Path, text: string): string {
  if (key === 'headers') return hidden(String(name), text);
  if (key === 'target')
    return text.replace(/\/\/[^/@]*@/, `//${HIDDEN}@`).replace(/\?.*/s, `?${HIDDEN}`);
  if (key === 'proxy') return text.replace(/^(.*:\/\/)?.*@/s, `$1${HIDDEN}@`);
  if (key !== 'query') return text;
  return text
    .split('&')
    .map((pair) => {
      const [parameter = '', ...rest] = pair.split('=');
      return rest.length === 0 ? pair : `${parameter}=${hidden(parameter, rest.join('='))}`;
    })
    .join('&');
}

const SCHEME = /^(?:bearer|basic|token)\s+/i;

/** A name of a variable is not its value. */
function hidden(name: string, text: string): string {
  const literal = text.replaceAll(PLACEHOLDER, '').replace(SCHEME, '').trim();
  return literal !== '' && looksSecret(name, literal) ? HIDDEN : text;
}

const FITTING = 'the one that fits the target';

/** Such as `workload.seed`: what applies where nothing is written. */
function defaultsOf(written: Readonly<Record<string, unknown>>): readonly EffectiveValue[] {
  const schema: Node = z.toJSONSchema(ConfigurationSchema, { io: 'input', unrepresentable: 'any' });
  const profile = { path: ['profile'], shown: FITTING, variables: [], isDefault: true };
  const values = defaultsBelow(schema, written, []);
  return written.profile === undefined ? [profile, ...values] : values;
}

function defaultsBelow(node: Node, written: unknown, path: Path): readonly EffectiveValue[] {
  const record = isJsonObject(written) ? written : {};
  return Object.entries(node.properties ?? {}).flatMap(([key, below]) => {
    if (typeof below !== 'object' || isReplaced([...path, key], record)) return [];
    const place = [...path, key];
    if (below.properties !== undefined) return defaultsBelow(below, record[key], place);
    if (record[key] !== undefined || below.default === undefined) return [];
    return leavesOf(below.default, place).map((each) => ({ ...each, isDefault: true }));
  });
}

/** A closed model has as many requests in flight as users. */
function isReplaced(path: Path, workload: Readonly<Record<string, unknown>>): boolean {
  return path.join('.') === 'workload.inFlight' && workload.closed !== undefined;
}
