import type { KeyCarriage } from '../../exchange/exchange.ts';
import type { CarriedKey, ProbeGateway, ProbeRequest } from '../gateway.ts';
import { billableRequest, legal } from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { BEARER_KEY, isBearer, keyCarriage, keyValue } from '../sending/key-carriage.ts';
import { withControl } from './with-control.ts';

/** Keys that differ from the caller's key in one character. */
export const keyMutants: Probe<'series'> = spellings('key-mutants', {
  'the last character changed': (key, carriage) =>
    carried(carriage, `${key.slice(0, -1)}${otherThan(key.at(-1))}`),
  'the last character cut': (key, carriage) => carried(carriage, key.slice(0, -1)),
  'a character appended': (key, carriage) => carried(carriage, `${key}0`),
  'letters in the other case': (key, carriage) => carried(carriage, caseFlipped(key)),
});

/** The caller's key in places where it must not be accepted, unless the target offers that. */
export const otherSchemes: Probe<'series'> = {
  name: 'other-schemes',
  run(gateway) {
    const { otherKeyForms } = gateway.expect;
    const refused = OTHER_FORMS.filter(({ form }) => !otherKeyForms.includes(form));
    const ways = Object.fromEntries(refused.map(({ label, carry }) => [label, carry]));
    return elsewhere(this.name, ways).run(gateway);
  },
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

/** The caller's key in the query only. */
export const queryKeys: Probe<'series'> = elsewhere('query-keys', {
  '?api_key=': (key) => ({ query: `api_key=${encodeURIComponent(key)}` }),
  '?access_token=': (key) => ({ query: `access_token=${encodeURIComponent(key)}` }),
  '?key=': (key) => ({ query: `key=${encodeURIComponent(key)}` }),
});

/** The caller's key in a cookie only. */
export const cookieKeys: Probe<'series'> = elsewhere('cookie-keys', {
  'a cookie named api_key': (key) => ({ headers: { cookie: `api_key=${key}` } }),
  'a cookie named token': (key) => ({ headers: { cookie: `token=${key}` } }),
});

/** The scheme in other cases. */
export const schemeSpellings: Probe<'series'> = ofBearer('scheme-spellings', {
  bearer: (key) => ({ authorization: `bearer ${key}` }),
  BEARER: (key) => ({ authorization: `BEARER ${key}` }),
});

/** A legal number of spaces between the scheme and the key, which few clients use. */
export const schemeSpaces: Probe<'series'> = ofBearer('scheme-spaces', {
  'Bearer and three spaces': (key) => ({ authorization: `Bearer   ${key}` }),
});

type Ways = Readonly<Record<string, (key: string, carriage: KeyCarriage | null) => CarriedKey>>;

/** The key in other places, each behind a request without a key: who needs none accepts them all. */
function elsewhere(name: string, ways: Ways): Probe<'series'> {
  return {
    name,
    async run(gateway) {
      const chat = billableRequest(gateway.expect, 'chat', gateway.nonce());
      const bare = await gateway.send({ ...chat, credential: 'none' });
      const tried = await spellings(name, ways).run(gateway);
      return tried.map((series) => ({ ...series, exchanges: [bare, ...series.exchanges] }));
    },
  };
}

/** Legal spellings, where the key is a bearer token. */
function ofBearer(name: string, ways: Ways): Probe<'series'> {
  return {
    name,
    run(gateway) {
      needSeen(isBearer(keyCarriage(gateway.expect)), BEARER_KEY);
      return spellings(name, ways, legal).run(gateway);
    },
  };
}

function spellings(
  name: string,
  ways: Ways,
  meant = (request: ProbeRequest) => request,
): Probe<'series'> {
  return {
    name,
    run(gateway: ProbeGateway) {
      const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
      const carriage = keyCarriage(gateway.expect);
      const odd = Object.entries(ways).filter(
        ([, way]) => !isOrdinary(way('k', carriage), carriage),
      );
      const trials = odd.map(([label, way]) => {
        const carryKey = (key: string) => way(key, carriage);
        return { label, request: meant({ ...chat(), carryKey }) };
      });
      return withControl(gateway, chat(), trials);
    },
  };
}

function carried(carriage: KeyCarriage | null, key: string): CarriedKey {
  return { authorization: keyValue(carriage, key) };
}

/** Whether the key `k` is where this target accepts it. */
function isOrdinary({ authorization, headers }: CarriedKey, carriage: KeyCarriage | null): boolean {
  const value = keyValue(carriage, 'k');
  return authorization === value || headers?.[carriage?.header ?? ''] === value;
}

function otherThan(character: string | undefined): string {
  return character === '0' ? '1' : '0';
}

function caseFlipped(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
