import type { CarriedKey, ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { besideGood, type Trial } from './beside-good.ts';
import { billableRequest } from './billable.ts';
import { accepted } from './requests.ts';

/** Keys that differ from the caller's own in one place. */
export const keyMutants: Probe<'series'> = spellings('key-mutants', {
  'the last character changed': (key) => bearer(`${key.slice(0, -1)}${otherThan(key.at(-1))}`),
  'the last character cut': (key) => bearer(key.slice(0, -1)),
  'a character appended': (key) => bearer(`${key}0`),
  'letters in the other case': (key) => bearer(caseFlipped(key)),
});

/** The caller's own key where it is not to be accepted. */
export const otherSchemes: Probe<'series'> = spellings('other-schemes', {
  'the bare key': (key) => ({ authorization: key }),
  'the scheme Token': (key) => ({ authorization: `Token ${key}` }),
  'the scheme Basic': (key) => ({
    authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}`,
  }),
  'the header X-Api-Key': (key) => ({ headers: { 'x-api-key': key } }),
});

/** The caller's own key in the query alone. */
export const queryKeys: Probe<'series'> = spellings('query-keys', {
  '?api_key=': (key) => ({ query: `api_key=${encodeURIComponent(key)}` }),
  '?access_token=': (key) => ({ query: `access_token=${encodeURIComponent(key)}` }),
  '?key=': (key) => ({ query: `key=${encodeURIComponent(key)}` }),
});

/** Legal spellings of the scheme. */
export const schemeSpellings: Probe<'series'> = spellings(
  'scheme-spellings',
  {
    bearer: (key) => ({ authorization: `bearer ${key}` }),
    BEARER: (key) => ({ authorization: `BEARER ${key}` }),
    'Bearer and three spaces': (key) => ({ authorization: `Bearer   ${key}` }),
  },
  accepted,
);

function spellings(
  name: string,
  ways: Readonly<Record<string, (key: string) => CarriedKey>>,
  meant = (request: ProbeRequest) => request,
): Probe<'series'> {
  return {
    name,
    run(gateway: ProbeGateway) {
      const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
      const trials = Object.entries(ways).map(
        ([label, carryKey]): Trial => [label, meant({ ...chat(), carryKey })],
      );
      return besideGood(gateway, chat(), trials);
    },
  };
}

function bearer(key: string): CarriedKey {
  return { authorization: `Bearer ${key}` };
}

function otherThan(character: string | undefined): string {
  return character === '0' ? '1' : '0';
}

function caseFlipped(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
