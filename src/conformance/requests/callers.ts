import type { KeyCarriage } from '../../exchange/exchange.ts';
import type { Expectations } from '../expectations.ts';
import type { CarriedKey } from '../gateway.ts';
import { isBearer, keyCarriage, keyValue } from '../sending/key-carriage.ts';
import type { Difference, Expected } from './difference.ts';

export const NO_KEY: Difference = {
  name: 'no key',
  expected: 'refused',
  of: (request) => ({ ...request, credential: 'none' }),
};

/** Callers that the gateway does not know. */
export const STRANGERS: readonly Difference[] = [
  NO_KEY,
  {
    name: 'a key that was never issued',
    expected: 'refused',
    of: (request) => ({ ...request, authorization: `Bearer assay_live_${'0'.repeat(32)}` }),
  },
  {
    name: 'another scheme than Bearer',
    expected: 'refused',
    of: (request) => ({ ...request, authorization: 'Basic eDp5' }),
  },
];

/** Ways to carry the key of the caller, by a label. */
export type Ways = Readonly<
  Record<string, (key: string, carriage: KeyCarriage | null) => CarriedKey>
>;

/** Keys that differ from the caller's key in one character. */
export const MUTANTS: Ways = {
  'the last character changed': (key, carriage) =>
    carried(carriage, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
  'the last character cut': (key, carriage) => carried(carriage, key.slice(0, -1)),
  'a character appended': (key, carriage) => carried(carriage, `${key}0`),
  'letters in the other case': (key, carriage) => carried(carriage, caseFlipped(key)),
};

const OTHER_FORMS = [
  { form: 'bare', label: 'the bare key', carry: (key: string) => ({ authorization: key }) },
  {
    form: 'Token',
    label: 'the scheme Token',
    carry: (key: string) => ({ authorization: `Token ${key}` }),
  },
  {
    form: 'Basic',
    label: 'the scheme Basic',
    carry: (key: string) => ({
      authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}`,
    }),
  },
  {
    form: 'X-Api-Key',
    label: 'the header X-Api-Key',
    carry: (key: string) => ({ headers: { 'x-api-key': key } }),
  },
] as const;

/** The caller's key in forms in which it must not be accepted, unless the target offers that. */
export function otherSchemeWays({ otherKeyForms }: Expectations): Ways {
  const refused = OTHER_FORMS.filter(({ form }) => !otherKeyForms.includes(form));
  return Object.fromEntries(refused.map(({ label, carry }) => [label, carry]));
}

/** The caller's key in the query only. */
export const IN_QUERY: Ways = {
  '?api_key=': (key) => ({ query: `api_key=${encodeURIComponent(key)}` }),
  '?access_token=': (key) => ({ query: `access_token=${encodeURIComponent(key)}` }),
  '?key=': (key) => ({ query: `key=${encodeURIComponent(key)}` }),
};

/** The caller's key in a cookie only. */
export const IN_COOKIE: Ways = {
  'a cookie named api_key': (key) => ({ headers: { cookie: `api_key=${key}` } }),
  'a cookie named token': (key) => ({ headers: { cookie: `token=${key}` } }),
};

/** The scheme in other cases. */
export const SCHEME_CASES: Ways = {
  bearer: (key) => ({ authorization: `bearer ${key}` }),
  BEARER: (key) => ({ authorization: `BEARER ${key}` }),
};

/** A legal number of spaces between the scheme and the key, which few clients use. */
export const SCHEME_SPACES: Ways = {
  'Bearer and three spaces': (key) => ({ authorization: `Bearer   ${key}` }),
};

/** Those ways that are not the ordinary one of this target. */
export function oddWays(expect: Expectations, ways: Ways): readonly Difference[] {
  return waysOf(expect, 'refused', ways);
}

/** The key of the caller in every way that must be refused, or accepted. */
export function carriedKeys(expect: Expectations): readonly Difference[] {
  const refused = { ...MUTANTS, ...otherSchemeWays(expect), ...IN_QUERY, ...IN_COOKIE };
  const legal = isBearer(keyCarriage(expect)) ? { ...SCHEME_CASES, ...SCHEME_SPACES } : {};
  return [...waysOf(expect, 'refused', refused), ...waysOf(expect, 'accepted', legal)];
}

function waysOf(expect: Expectations, expected: Expected, ways: Ways): readonly Difference[] {
  const carriage = keyCarriage(expect);
  return Object.entries(ways)
    .filter(([, way]) => !isOrdinary(way('k', carriage), carriage))
    .map(([name, way]) => ({
      name,
      expected,
      of: (request) => ({ ...request, carryKey: (key) => way(key, carriage) }),
    }));
}

function carried(carriage: KeyCarriage | null, key: string): CarriedKey {
  return { authorization: keyValue(carriage, key) };
}

/** Whether the key `k` is where this target accepts it. */
function isOrdinary({ authorization, headers }: CarriedKey, carriage: KeyCarriage | null): boolean {
  const value = keyValue(carriage, 'k');
  return authorization === value || headers?.[carriage?.header ?? ''] === value;
}

function caseFlipped(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
