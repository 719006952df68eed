import type { Part } from '../../exchange/multipart.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Difference, Expected } from './difference.ts';
import { FORM_BOUNDARY, membersOf, promptOf, withPrompt } from './plain.ts';
import { TEXTS } from './texts.ts';

const JSON_TYPE = 'application/json';

/** Bodies that are not a JSON object. */
const BROKEN: Readonly<Record<string, string>> = {
  'truncated JSON': '{"model": "m", "messages": [',
  'a trailing comma': '{"model": "m",}',
  NaN: '{"model": NaN}',
  'an empty body': '',
  'an empty array': '[]',
  null: 'null',
  'a string': '"x"',
  'two objects': '{} {}',
};

/** In place of the body of a request that is JSON. */
export const BROKEN_BODIES: readonly Difference[] = [
  ...Object.entries(BROKEN).map(
    ([name, text]): Difference => ({
      name,
      expected: 'refused',
      of: (request) => ({ ...request, body: { text, type: JSON_TYPE } }),
    }),
  ),
  {
    name: 'text that is not UTF-8',
    expected: 'refused',
    of: (request) => ({ ...request, body: { pieces: [inLatin1(request)], type: JSON_TYPE } }),
  },
];

/** The JSON of the request, in whose prompt one character is one byte of Latin-1. */
function inLatin1(request: ProbeRequest): Uint8Array {
  const text = textOf(withPrompt(request, `caf\xe9 ${promptOf(request)}`));
  return Buffer.from(text, 'latin1');
}

/** The same JSON under each media type. */
export const MEDIA_TYPES: readonly Difference[] = [
  ...mediaTypes('accepted', 'application/json; charset=utf-8', 'Application/JSON'),
  ...mediaTypes('refused', 'text/plain', 'application/x-www-form-urlencoded'),
];

/** The members of the body as the fields of a form. */
export const AS_FORM: Difference = {
  name: 'multipart/form-data',
  expected: 'refused',
  of: (request) => ({
    ...request,
    body: { multipart: { boundary: FORM_BOUNDARY, parts: fieldsOf(request) } },
  }),
};

function mediaTypes(expected: Expected, ...types: readonly string[]): readonly Difference[] {
  return types.map((type) => ({
    name: type,
    expected,
    of: (request) => ({ ...request, body: { text: textOf(request), type } }),
  }));
}

/** The same JSON with its members in reverse order, on several lines. */
export const REVERSED: Difference = {
  name: 'members in reverse order, on several lines',
  expected: 'accepted',
  of: (request) => spelled(request, JSON.stringify(reversed(membersOf(request)), undefined, 2)),
};

/** The same JSON with a text of many scripts, every character beyond ASCII as an escape. */
export const ESCAPED: Difference = {
  name: 'scripts in escapes',
  expected: 'accepted',
  of: (request) => {
    const [scripts] = TEXTS;
    const text = textOf(scripts?.of(request) ?? request);
    return spelled(request, text.replace(/[^\0-\x7f]/g, escaped));
  },
};

function spelled(request: ProbeRequest, text: string): ProbeRequest {
  return { ...request, body: { text, type: JSON_TYPE } };
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, reversed(inner)]);
  return Object.fromEntries(members.toReversed());
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function textOf(request: ProbeRequest): string {
  return JSON.stringify(membersOf(request));
}

function fieldsOf(request: ProbeRequest): readonly Part[] {
  return Object.entries(membersOf(request))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      return { name, value: typeof value === 'string' ? value : JSON.stringify(value) };
    });
}
