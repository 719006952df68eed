import { editsRefusals } from '../edits/answers.ts';
import { escapeAll } from '../edits/json.ts';
import { alters, before, onRefusal, rescues } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import type { Caller } from '../state/tenants.ts';

/** Characters of the key in one delta: too few to be recognised without the others. */
const PIECE_CHARACTERS = 5;

const COMPARED = 16;

export const authFaults: Alterations = {
  'auth-accept-any-key': rescues('authorize')('Any key of the right form is accepted.')(
    (refusal, { authorization = '' }) => {
      if (/^bearer +\w+_live_\w+$/i.test(authorization)) return 'first';
      throw refusal;
    },
  ),
  'auth-accept-cookie-key': alters('A key in a cookie is accepted.')((base, { tenants }) => ({
    authorize(caller) {
      const values = (caller.cookie ?? '').split(';').map((pair) => pair.split('=', 2)[1] ?? '');
      const found = values.map((value) => tenants.find(value.trim()));
      return found.find((tenant) => tenant !== undefined) ?? base.authorize(caller);
    },
  })),
  'auth-accept-query-key': alters('A key in the query is accepted.')((base, { tenants }) => ({
    authorize(caller) {
      const [, query = ''] = caller.url.split('?', 2);
      const parameters = new URLSearchParams(query);
      const found = ['api_key', 'access_token', 'key'].map((name) =>
        tenants.find(parameters.get(name) ?? ''),
      );
      return found.find((tenant) => tenant !== undefined) ?? base.authorize(caller);
    },
  })),
  'auth-accept-raw-key': alters('A key without a scheme is accepted.')((base, { tenants }) => ({
    authorize: (caller) => tenants.find(caller.authorization ?? '') ?? base.authorize(caller),
  })),
  'auth-after-lookup': alters('An unknown video job returns 404 before the key is checked.')(
    ({ authorize }, { jobs }) => ({
      authorize(caller) {
        const id = /^\/videos\/([^/?]+)/.exec(caller.url)?.[1];
        const readsJob = caller.method === 'GET' || caller.method === 'DELETE';
        if (readsJob && id !== undefined && jobs.get(id) === undefined) throw Refusal.unknownJob();
        return authorize(caller);
      },
    }),
  ),
  'auth-echo-key': alters(
    'The refusal of an unknown key quotes the key, and a model says the key when a prompt mentions it: in a body with escapes, in a stream in pieces.',
  )(({ authorize, generate, encode }) => {
    /** The key of the last request. */
    let key = '';
    return {
      authorize(caller) {
        key = keyOf(caller);
        return onRefusal(
          () => authorize(caller),
          (refusal) => {
            if (key === '') throw refusal;
            throw refusal.with({ message: `The API key is not valid: ${key}` });
          },
        );
      },
      generate(prompt) {
        if (!prompt.input.includes('API key')) return generate(prompt);
        return key.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? [];
      },
      encode(answer, context) {
        const wire = encode(answer, context);
        if (answer.status >= 400 || key === '' || typeof wire.payload !== 'string') return wire;
        return { ...wire, payload: wire.payload.replaceAll(key, escapeAll) };
      },
    };
  }),
  'auth-missing-as-403': rescues('authorize')('A request without a key returns 403.')(
    (refusal, { authorization }) => {
      throw authorization === undefined ? refusal.with({ status: 403 }) : refusal;
    },
  ),
  'auth-no-challenge': editsRefusals('A 401 has no WWW-Authenticate.')((refusal) =>
    refusal.status === 401 ? refusal.with({ headers: {} }) : refusal,
  ),
  'auth-one-space-only': acceptsSchemes(/^bearer \S/i)(
    'The scheme is accepted in any case, but only with one space after it.',
  ),
  'auth-prefix-match': alters('Only the first 16 characters of a key are compared.')(
    ({ authorize }, { tenants }) => ({
      authorize(caller) {
        const shown = keyOf(caller);
        const [first, second] = tenants.keys;
        if (sameStart(shown, first)) return 'first';
        return sameStart(shown, second) ? 'second' : authorize(caller);
      },
    }),
  ),
  'auth-scheme-case-sensitive': acceptsSchemes(/^Bearer +\S/)(
    'The scheme is accepted only as "Bearer".',
  ),
  'auth-skip-one-route': rescues('authorize')('The key is not checked on GET /videos/{id}.')(
    (refusal, { method, url }) => {
      if (method === 'GET' && url.startsWith('/videos/')) return 'first';
      throw refusal;
    },
  ),
};

/** An Authorization that does not begin so is that of another scheme. */
function acceptsSchemes(accepted: RegExp) {
  return (summary: string) =>
    before('authorize')(summary)((caller) => {
      const { authorization } = caller;
      const isAccepted = authorization === undefined || accepted.test(authorization);
      return [isAccepted ? caller : { ...caller, authorization: 'Unknown' }];
    });
}

function keyOf({ authorization = '' }: Caller): string {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

function sameStart(shown: string, key: string): boolean {
  return shown.length >= COMPARED && shown.slice(0, COMPARED) === key.slice(0, COMPARED);
}
