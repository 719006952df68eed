import type { Socket } from 'node:net';
import { editsRefusals } from '../edits/answers.ts';
import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';
import type { Tenant } from '../state/tenants.ts';

const SHAPE = /^bearer +\w+_live_\w+$/i;

const NAMES = ['api_key', 'access_token', 'key'];

/** Characters of the key in one delta: too few to be recognised without the others. */
const PIECE_CHARACTERS = 5;

const COMPARED = 16;

export const authFaults: readonly Alteration[] = [
  {
    id: 'auth-accept-any-key',
    summary: 'Any key of the right form is accepted.',
    hooks: ({ authorize }) => ({
      authorize(caller) {
        return onRefusal(
          () => authorize(caller),
          (refusal) => {
            if (SHAPE.test(caller.authorization ?? '')) return 'first';
            throw refusal;
          },
        );
      },
    }),
  },
  {
    id: 'auth-accept-cookie-key',
    summary: 'A key in a cookie is accepted.',
    hooks: ({ authorize }, { tenants }) => ({
      authorize(caller) {
        const values = (caller.cookie ?? '').split(';').map((pair) => pair.split('=', 2)[1] ?? '');
        const found = values.map((value) => tenants.find(value.trim()));
        return found.find((tenant) => tenant !== undefined) ?? authorize(caller);
      },
    }),
  },
  {
    id: 'auth-accept-query-key',
    summary: 'A key in the query is accepted.',
    hooks: ({ authorize }, { tenants }) => ({
      authorize(caller) {
        const [, query = ''] = caller.url.split('?', 2);
        const parameters = new URLSearchParams(query);
        const keys = NAMES.map((name) => parameters.get(name) ?? '');
        const found = keys.map((key) => tenants.find(key)).find((tenant) => tenant !== undefined);
        return found ?? authorize(caller);
      },
    }),
  },
  {
    id: 'auth-accept-raw-key',
    summary: 'A key without a scheme is accepted.',
    hooks: ({ authorize }, { tenants }) => ({
      authorize: (caller) => tenants.find(caller.authorization ?? '') ?? authorize(caller),
    }),
  },
  {
    id: 'auth-after-lookup',
    summary: 'An unknown video job returns 404 before the key is checked.',
    hooks: ({ authorize }, { jobs }) => ({
      authorize(caller) {
        const id = /^\/videos\/([^/?]+)/.exec(caller.url)?.[1];
        const readsJob = caller.method === 'GET' || caller.method === 'DELETE';
        if (readsJob && id !== undefined && jobs.get(id) === undefined) {
          throw Refusal.notFound('There is no such job.', 'video_not_found', 'id');
        }
        return authorize(caller);
      },
    }),
  },
  {
    id: 'auth-echo-key',
    summary:
      'The refusal of an unknown key quotes the key, and a model says the key when a prompt mentions it: in a body with escapes, in a stream in pieces.',
    hooks({ authorize, generate, encode }) {
      /** The key of the last request. */
      let key = '';
      return {
        authorize(caller) {
          key = /^bearer +(\S+)$/i.exec(caller.authorization ?? '')?.[1] ?? '';
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
          return { ...wire, payload: wire.payload.replaceAll(key, escaped) };
        },
      };
    },
  },
  {
    id: 'auth-missing-as-403',
    summary: 'A request without a key returns 403.',
    hooks: ({ authorize }) => ({
      authorize(caller) {
        return onRefusal(
          () => authorize(caller),
          (refusal) => {
            throw caller.authorization === undefined ? refusal.with({ status: 403 }) : refusal;
          },
        );
      },
    }),
  },
  editsRefusals('auth-no-challenge', 'A 401 has no WWW-Authenticate.', (refusal) =>
    refusal.status === 401 ? refusal.with({ headers: {} }) : refusal,
  ),
  {
    id: 'auth-of-connection',
    summary: 'The first API key on a connection is used for all later requests on it.',
    hooks({ authorize }) {
      const tenants = new WeakMap<Socket, Tenant>();
      return {
        async authorize(caller) {
          const { socket } = caller.request;
          const tenant = tenants.get(socket) ?? (await authorize(caller));
          tenants.set(socket, tenant);
          return tenant;
        },
      };
    },
  },
  {
    id: 'auth-one-space-only',
    summary: 'The scheme is accepted in any case, but only with one space after it.',
    hooks: ({ authorize }) => ({
      authorize(caller) {
        const { authorization } = caller;
        const single = authorization === undefined || /^bearer \S/i.test(authorization);
        return authorize(single ? caller : { ...caller, authorization: 'Unknown' });
      },
    }),
  },
  {
    id: 'auth-prefix-match',
    summary: 'Only the first 16 characters of a key are compared.',
    hooks: ({ authorize }, { tenants }) => ({
      authorize(caller) {
        const shown = /^bearer +(\S+)$/i.exec(caller.authorization ?? '')?.[1] ?? '';
        const [first, second] = tenants.keys;
        if (sameStart(shown, first)) return 'first';
        return sameStart(shown, second) ? 'second' : authorize(caller);
      },
    }),
  },
  {
    id: 'auth-scheme-case-sensitive',
    summary: 'The scheme is accepted only as "Bearer".',
    hooks: ({ authorize }) => ({
      authorize(caller) {
        const { authorization } = caller;
        const exact = authorization === undefined || /^Bearer +\S/.test(authorization);
        return authorize(exact ? caller : { ...caller, authorization: 'Unknown' });
      },
    }),
  },
  {
    id: 'auth-skip-one-route',
    summary: 'The key is not checked on GET /videos/{id}.',
    hooks: ({ authorize }) => ({
      authorize(caller) {
        const unchecked = caller.method === 'GET' && caller.url.startsWith('/videos/');
        return onRefusal(
          () => authorize(caller),
          (refusal) => {
            if (unchecked) return 'first';
            throw refusal;
          },
        );
      },
    }),
  },
];

function escaped(text: string): string {
  return [...text].map((character) => `\\u${hex(character)}`).join('');
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}

function sameStart(shown: string, key: string): boolean {
  return shown.length >= COMPARED && shown.slice(0, COMPARED) === key.slice(0, COMPARED);
}
