import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../answers/json.ts';
import { fits } from '../../contract/json.ts';
import { factsOf } from '../../contract/operations.ts';
import { CHAT_FEATURE_MEMBERS, RESPONSE_FEATURE_MEMBERS } from '../../contract/tools.ts';
import type { Part } from '../../exchange/multipart.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Difference, Expected } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { membersOf, withParts } from './plain.ts';

const FEATURE_MEMBERS = { ...CHAT_FEATURE_MEMBERS, ...RESPONSE_FEATURE_MEMBERS };

/** A difference in one member of a body, or in one part of a form. */
export interface MemberDifference extends Difference {
  /** Such as `temperature` or `messages[0].role`. */
  readonly member: string;
}

/**
 * Every member that the contract knows, with each value that tries it: what its schema shows, and
 * what the tables below name. Whether a value is refused is decided by the schema of the whole body.
 */
export function memberDifferences(
  expect: Expectations,
  { operation, request }: RequestForm,
): readonly MemberDifference[] {
  const plain = request('');
  const schema = factsOf(operation).request ?? z.unknown();
  if (operation === 'transcription') return PART_DIFFERENCES;
  const named = NAMED_VALUES(expect)[operation] ?? {};
  return membersIn(schema, membersOf(plain)).flatMap(({ path, schema: own, isRequired }) => {
    const name = spelled(path);
    const { accepted = [], refused = [], either = [] } = named[name] ?? {};
    const differ = (value: Value, expected: Expected): MemberDifference => ({
      member: name,
      name: `${name} ${value.name}`,
      expected,
      of: (sent) => ({ ...sent, body: { json: replaced(membersOf(sent), path, value.json) } }),
    });
    const tried = valuesOf(own).map((value) => {
      const isValid = fits(schema, replaced(membersOf(plain), path, value.json));
      // Many take null for absent, and a gateway without a feature ignores what is about it.
      const mayBe = (value.json === null && !isRequired) || Object.hasOwn(FEATURE_MEMBERS, name);
      if (isValid) return differ(value, value.json === undefined ? 'accepted' : 'either');
      return differ(value, mayBe ? 'either' : 'refused');
    });
    return [
      ...tried.filter((each) => !isAbsentAlready(plain, path, each)),
      ...accepted.map((json) => differ(valueWith(json), 'accepted')),
      ...refused.map((json) => differ(valueWith(json), 'refused')),
      ...either.map((json) => differ(valueWith(json), 'either')),
    ];
  });
}

/** Those that the contract refuses, and an unknown model as the last one. */
export function refusedDifferences(
  gateway: ProbeGateway,
  form: RequestForm,
): readonly MemberDifference[] {
  const members = memberDifferences(gateway.expect, form);
  return [
    ...members.filter(({ expected }) => expected === 'refused'),
    ofUnknownModel(form, gateway.nonce()),
  ];
}

/** A model of no provider. */
export function ofUnknownModel(form: RequestForm, word: string): MemberDifference {
  const model = `no-such-model-${word}`;
  return {
    member: 'model',
    name: UNKNOWN_MODEL,
    expected: 'refused',
    of: (sent) =>
      form.operation === 'transcription'
        ? withParts(sent, (part) => (part.name === 'model' ? [{ ...part, value: model }] : [part]))
        : { ...sent, body: { json: { ...membersOf(sent), model } } },
  };
}

export const UNKNOWN_MODEL = 'an unknown model';

interface NamedValues {
  /** Every model takes them. */
  readonly accepted?: readonly unknown[];
  /** They fit the schema, and a source says that they are refused; or they miss its pattern. */
  readonly refused?: readonly unknown[];
  readonly either?: readonly unknown[];
}

/** Values that no schema shows, by operation and member. */
const NAMED_VALUES = (
  expect: Expectations,
): Readonly<Partial<Record<string, Readonly<Partial<Record<string, NamedValues>>>>>> => ({
  // 0 is a value, although it is false in many languages.
  chat: { temperature: { accepted: [0, 1, 0.5], either: [2, 99, -1] } },
  responses: { instructions: { accepted: ['Be brief.'], either: [''] }, input: { either: [''] } },
  images: {
    n: { accepted: [1], refused: [expect.imagesMaximum + 1] },
    size: {
      accepted: expect.imageSizes,
      refused: ['1024', '1024*1024', '0x0', '-1x8', '1e3x1e3', 'axb'],
    },
  },
  'video-create': { duration: { accepted: [expect.videoDuration] } },
});

interface Member {
  readonly path: readonly (string | number)[];
  readonly schema: z.core.JSONSchema.BaseSchema;
  readonly isRequired: boolean;
}

/** The members of a body, and the required ones of the first item of each of its lists. */
function membersIn(schema: z.ZodType, plain: JsonObject): readonly Member[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).flatMap(([name, own]): readonly Member[] => {
    if (typeof own === 'boolean') return [];
    const isRequired = required.includes(name);
    const items = Array.isArray(plain[name]) ? itemSchema(own) : undefined;
    return [
      { path: [name], schema: own, isRequired },
      ...(items?.required ?? []).flatMap((inner): readonly Member[] => {
        const innerSchema = items?.properties?.[inner];
        if (typeof innerSchema !== 'object') return [];
        return [{ path: [name, 0, inner], schema: innerSchema, isRequired: true }];
      }),
    ];
  });
}

/** What an item of a list is; the first shape where it has several. */
function itemSchema({ items }: z.core.JSONSchema.BaseSchema) {
  if (typeof items !== 'object' || Array.isArray(items)) return undefined;
  const [first = items] = items.anyOf ?? [];
  return typeof first === 'object' ? first : undefined;
}

function isAbsentAlready(
  plain: ProbeRequest,
  [name = '']: Member['path'],
  { expected }: MemberDifference,
): boolean {
  return membersOf(plain)[name] === undefined && expected === 'accepted';
}

/** A copy in which the value at a path is another one; undefined removes it. */
function replaced(container: unknown, path: Member['path'], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(container)) {
    return container.map((item, at) => (at === step ? replaced(item, rest, value) : item));
  }
  const members = isJsonObject(container) ? container : {};
  return { ...members, [step]: replaced(members[step], rest, value) };
}

function spelled(path: Member['path']): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** Each part of a form: absent, empty, and twice. The contract demands exactly one of each. */
const PART_DIFFERENCES: readonly MemberDifference[] = ['model', 'file'].flatMap((member) => [
  partDifference(member, 'absent', () => []),
  partDifference(member, 'empty', (part) => [emptied(part)]),
  partDifference(member, 'twice', (part) => [part, part]),
]);

function partDifference(
  member: string,
  name: string,
  change: (part: Part) => readonly Part[],
): MemberDifference {
  return {
    member,
    name: `${member} ${name}`,
    expected: 'refused',
    of: (sent) => withParts(sent, (part) => (part.name === member ? change(part) : [part])),
  };
}

function emptied(part: Part): Part {
  return 'value' in part ? { ...part, value: '' } : { ...part, content: new Uint8Array() };
}

/** Ids of video jobs that were never created, in the path of the request. */
export function unknownIds(word: () => string): readonly Difference[] {
  const path = (id: string) => ({ path: `/videos/${id}` });
  return [
    idDifference('an unknown id', { id: `video_${word()}` }),
    idDifference('an id of 1000 characters', { id: 'v'.repeat(1000) }),
    idDifference('a slash in an id', path('..%2fvideos')),
    idDifference('a semicolon in an id', path(`${word()};v=1`)),
    idDifference('an id of an emoji', { id: '🎬' }),
    idDifference('a null character in an id', path(`${word()}%00`)),
  ];
}

function idDifference(name: string, where: { id: string } | { path: string }): Difference {
  return { name, expected: 'refused', of: (request) => ({ ...request, ...where }) };
}

/** One value that a member of a request may have. */
interface Value {
  /** Such as `= 0`, `absent` or `empty`. */
  readonly name: string;
  /** Undefined where the member is absent. */
  readonly json: unknown;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** What a member may wrongly be, by the type that it should have. */
const WRONG: Readonly<Record<string, unknown>> = {
  string: 5,
  number: 'hot',
  integer: '2',
  array: 'hot',
  object: 'hot',
};

/** Values that try a member: absent, null, of another type, empty, and around each of its limits. */
function valuesOf(schema: Schema): readonly Value[] {
  const wrong = typeof schema.type === 'string' ? WRONG[schema.type] : undefined;
  return [
    { name: 'absent', json: undefined },
    ...[null, wrong, ...aroundLimits(schema)].filter((json) => json !== undefined).map(valueWith),
  ];
}

function valueWith(json: unknown): Value {
  return { name: `= ${JSON.stringify(json)}`, json };
}

function aroundLimits({ type, minLength, minItems, minimum }: Schema): readonly unknown[] {
  if (type === 'string') return minLength === undefined ? [] : [''];
  if (type === 'array') return minItems === undefined ? [] : [[]];
  if (type !== 'integer') return [];
  return [1.5, ...(minimum === undefined ? [] : [minimum - 1, minimum - 2])];
}
