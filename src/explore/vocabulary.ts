import type { Expectations } from '../conformance/expectations.ts';
import type { ProbeGateway } from '../conformance/gateway.ts';
import {
  AS_FORM,
  BROKEN_BODIES,
  ESCAPED,
  MEDIA_TYPES,
  REVERSED,
} from '../conformance/requests/bodies.ts';
import { carriedKeys, STRANGERS } from '../conformance/requests/callers.ts';
import { CLIENTS, OLD_HTTP } from '../conformance/requests/clients.ts';
import { detours, HTTP_FORMS } from '../conformance/requests/detours.ts';
import { DIALOGS, ITEMS, SYSTEM_MESSAGE, UNKNOWN_RESULT } from '../conformance/requests/dialogs.ts';
import type { Difference, Expected } from '../conformance/requests/difference.ts';
import { allForms, type RequestForm } from '../conformance/requests/forms.ts';
import { hostileBodies, LARGE_BODY } from '../conformance/requests/hostile.ts';
import { IMAGES, INVALID_IMAGES } from '../conformance/requests/images.ts';
import { ALIKE, keysOfLengths } from '../conformance/requests/keys.ts';
import { memberDifferences, ofUnknownModel } from '../conformance/requests/members.ts';
import { parameterDifferences } from '../conformance/requests/parameters.ts';
import { promptOf, withMembers, withParts, withPrompt } from '../conformance/requests/plain.ts';
import { FILE_SIZES, MANY_WORDS, SIZES } from '../conformance/requests/sizes.ts';
import { smallChanges } from '../conformance/requests/small-changes.ts';
import { CONTROLS, TEXTS } from '../conformance/requests/texts.ts';
import {
  brokenForms,
  FRAMED_FORM,
  LEGAL_FORMS,
  largestFiles,
  NO_AUDIO,
  OTHER_BOUNDARY,
  otherUploads,
  oversizeFiles,
  TWO_FILES,
  TWO_MODELS,
} from '../conformance/requests/uploads.ts';
import { modelFor } from '../contract/models-by-operation.ts';
import { TRANSCRIPT_FIELDS, TRANSCRIPT_FORMATS } from '../contract/transcription.ts';
import type { Step } from './program.ts';

/** What is done with the job of an earlier step. */
export const JOB_STEPS = ['video-read', 'video-cancel', 'video-content', 'video-range'] as const;

/** All that can be sent to one target. */
export class Vocabulary {
  readonly forms: readonly RequestForm[];
  readonly #gateway: ProbeGateway;
  /** By form and name. */
  readonly #fixed: ReadonlyMap<string, ReadonlyMap<string, Difference>>;

  constructor(gateway: ProbeGateway) {
    this.#gateway = gateway;
    this.forms = allForms(gateway);
    this.#fixed = new Map(
      this.forms.map((form) => [form.name, byName(fixedDifferences(gateway, form))]),
    );
  }

  form(name: string): RequestForm | undefined {
    return this.forms.find((form) => form.name === name);
  }

  /** The names of what may differ in requests of a form. */
  names(form: RequestForm): readonly string[] {
    return [
      ...(this.#fixed.get(form.name)?.keys() ?? []),
      ...fresh(this.#gateway, form, 'x').keys(),
    ];
  }

  /** Those that are sent only once: they take long. */
  costly(form: RequestForm): readonly string[] {
    return costlyOf(this.#gateway, form).map(({ name }) => name);
  }

  /** Those that change only the texts of a request, their spelling or who sends it. */
  namesOfTexts({ operation }: RequestForm): readonly string[] {
    const texts =
      operation === 'transcription' ? FILE_SIZES : [...TEXTS, ...SIZES, REVERSED, ESCAPED];
    const own = operation === 'chat' ? DIALOGS : operation === 'responses' ? [instructed('')] : [];
    return [...texts, ...own, ...CLIENTS].map(({ name }) => name);
  }

  /** The names of what a retry of an equal request may differ in. */
  spellings(form: RequestForm): readonly string[] {
    return this.names(form).filter((name) => SAME.has(name));
  }

  /** The names of keys that are almost equal to another one. */
  get alikeKeys(): readonly string[] {
    return Object.keys(ALIKE);
  }

  /** The names of small changes, which a gateway may overlook. */
  changes(form: RequestForm): readonly string[] {
    if (form.operation === 'transcription') return [];
    return smallChanges(this.#gateway.expect, form, 'x').changed.map(({ name }) => name);
  }

  /** Those of these differences that are small changes. */
  changesIn(form: RequestForm, names: readonly string[]): readonly string[] {
    if (names.length === 0) return [];
    const changes = this.changes(form);
    return names.filter((name) => changes.includes(name));
  }

  /**
   * What differs in a request, without what its form does not have or its model cannot do, in an order in
   * which each has an effect: how a body is spelled comes after what is in it, and mistakes come last.
   * @param word makes them unique where they must be
   */
  differences(form: RequestForm, step: Step, word: string): readonly Difference[] {
    const { with: names = [], model } = step;
    if (isFailing(step)) return [];
    const able = model === undefined ? names : this.namesOfTexts(form);
    return names
      .filter((name) => able.includes(name))
      .flatMap((name) => this.#difference(form, name, word) ?? [])
      .toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  #difference(form: RequestForm, name: string, word: string): Difference | undefined {
    const known =
      this.#fixed.get(form.name)?.get(name) ??
      fresh(this.#gateway, form, word).get(name) ??
      costlyOf(this.#gateway, form).find((each) => each.name === name);
    if (known !== undefined || form.operation === 'transcription') return known;
    const { changed } = smallChanges(this.#gateway.expect, form, word);
    const change = changed.find((each) => each.name === name);
    // Only under the key of another request must it be refused.
    return change && { ...change, expected: 'either' };
  }

  /** Those of these differences that change what a request asks for. */
  meaningful(names: readonly string[]): readonly string[] {
    return names.filter((name) => !SAME.has(name));
  }

  /** The Idempotency-Key of a step: one that is almost equal where the step says so. */
  keyOf({ with: names = [] }: Step, key: string): string {
    return names.reduce((alike, name) => ALIKE[name]?.(alike) ?? alike, key);
  }

  /** The model of a step at its operation; null for the operation's own. */
  model({ model }: Pick<Step, 'model'>, { operation }: Pick<RequestForm, 'operation'>) {
    const { expect } = this.#gateway;
    switch (model) {
      case 'echo':
        return modelFor(expect.echoModel, operation);
      case 'slow':
        return modelFor(expect.slowModel, operation);
      case 'failing':
        return operation === 'video-create'
          ? expect.failingVideoModel
          : modelFor(expect.failingModel, operation);
      case 'failing-mid-stream':
        return modelFor(expect.failingMidStreamModel, operation);
      case 'limited':
        return expect.limitedModel;
      default:
        return null;
    }
  }
}

function byName(differences: readonly Difference[]): ReadonlyMap<string, Difference> {
  return new Map(differences.map((each) => [each.name, each]));
}

/** Whether its model fails, whatever the request. */
export function isFailing({ model }: Pick<Step, 'model'>): boolean {
  return model !== undefined && model !== 'echo' && model !== 'slow';
}

/** How the same request may be written. */
const SAME: ReadonlySet<string> = new Set(
  [
    REVERSED,
    OTHER_BOUNDARY,
    ...CLIENTS,
    ...HTTP_FORMS,
    ...MEDIA_TYPES.filter(({ expected }) => expected === 'accepted'),
  ].map(({ name }) => name),
);

const SPELLINGS: ReadonlySet<string> = new Set(
  [REVERSED, ESCAPED, ...MEDIA_TYPES, ...BROKEN_BODIES, AS_FORM].map(({ name }) => name),
);

function rankOf({ name, expected }: Difference): number {
  return (SPELLINGS.has(name) ? 2 : 0) + (expected === 'refused' ? 1 : 0);
}

/** Those that each request has of its own. */
function fresh(
  gateway: ProbeGateway,
  form: RequestForm,
  word: string,
): ReadonlyMap<string, Difference> {
  // A key of one character may be one of an earlier run.
  const keys = keysOfLengths(form).filter(({ name }) => name !== 'a key of one character');
  return byName([
    ...(gateway.expect.idempotency === 'not-offered' ? [] : keys),
    ofUnknownModel(form, word),
    ...(form.operation === 'responses' ? [instructed(word)] : []),
    ...detours(form, word, (operation) => gateway.offers(operation)),
  ]);
}

/** Instructions with a word that is not in the prompt. */
function instructed(word: string): Difference {
  const own = `${word.slice(0, 1)}${Array.from(word.slice(1)).toReversed().join('')}`;
  return {
    name: 'instructions with a word',
    expected: 'accepted',
    of: (request) => withMembers(request, { instructions: `Begin with the word ${own}.` }),
  };
}

function costlyOf({ expect }: ProbeGateway, { operation }: RequestForm): readonly Difference[] {
  return operation === 'transcription' ? [...largestFiles(expect), ...oversizeFiles(expect)] : [];
}

function fixedDifferences(gateway: ProbeGateway, form: RequestForm): readonly Difference[] {
  const { expect } = gateway;
  const { operation, stream } = form;
  const every = [
    ...memberDifferences(expect, form),
    ...parameterDifferences(expect, form),
    ...CLIENTS,
    OLD_HTTP,
    ...(expect.keyHeader === null ? [] : [...STRANGERS, ...carriedKeys(expect)]),
  ];
  if (operation === 'transcription') return [...every, ...uploads(expect)];
  const texts = [...TEXTS, CONTROLS, REVERSED, ESCAPED];
  const bodies = [
    ...BROKEN_BODIES,
    ...MEDIA_TYPES,
    ...HTTP_FORMS,
    ...(operation === 'video-create' ? [] : [AS_FORM]),
  ];
  const sizes =
    stream || operation === 'chat' || operation === 'responses' ? [...SIZES, MANY_WORDS] : [];
  // The largest one takes long.
  const hostile = hostileBodies(expect).filter(({ name }) => name !== LARGE_BODY);
  // A gateway need not fetch an image.
  const [asData, ...elsewhere] = IMAGES;
  const images = [
    ...ifOffered(expect, 'vision', asData === undefined ? [] : [asData]),
    ...elsewhere,
  ];
  const own =
    operation === 'chat'
      ? [
          SYSTEM_MESSAGE,
          ...ifOffered(expect, 'tools', DIALOGS),
          ...ifOffered(expect, 'tools', [UNKNOWN_RESULT], 'refused'),
          ...ifOffered(expect, 'vision', INVALID_IMAGES, 'refused'),
          ...images,
          ...offers(expect, CHAT_OFFERS),
          ...hostile,
        ]
      : operation === 'responses'
        ? [...ifOffered(expect, 'tools', [ITEMS]), ...images, ...offers(expect, RESPONSE_OFFERS)]
        : [];
  return [...every, ...texts, ...bodies, ...sizes, ...own];
}

function uploads(expect: Expectations): readonly Difference[] {
  const legal = [...LEGAL_FORMS, ...FRAMED_FORM, OTHER_BOUNDARY, NO_AUDIO];
  const wrong = [...TWO_FILES, ...TWO_MODELS, ...brokenForms(expect), ...otherUploads(expect)];
  return [...FILE_SIZES, ...formats(), ...legal, ...wrong];
}

function formats(): readonly Difference[] {
  return TRANSCRIPT_FORMATS.map((value) => ({
    name: `as ${value}`,
    expected: 'either',
    of: (request) =>
      withParts(request, (part) =>
        part.name === 'model' ? [part, { name: TRANSCRIPT_FIELDS.format, value }] : [part],
      ),
  }));
}

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, harbour: { type: 'boolean' } },
  required: ['city', 'harbour'],
  additionalProperties: false,
};
const WEATHER = {
  name: 'get_weather',
  description: 'Returns the weather in a city now.',
  strict: true,
  parameters: SCHEMA,
};
const CITIES = {
  name: 'list_cities',
  description: 'Lists all cities.',
  parameters: { type: 'object', properties: {} },
};

type Feature = 'tools' | 'structuredOutput' | 'vision' | 'storedResponses';

/** What a gateway that has a feature takes; it may be refused where that is not known. */
function ifOffered(
  expect: Expectations,
  feature: Feature | undefined,
  differences: readonly Difference[],
  expected: Expected = 'accepted',
): readonly Difference[] {
  if (feature === undefined || expect[feature] !== 'offered') return differences;
  return differences.map((each) => ({ ...each, expected }));
}

interface Offer {
  readonly members: Readonly<Record<string, unknown>>;
  readonly feature?: Feature;
  /** Before the prompt: a model that decides itself follows it too. */
  readonly ask?: string;
}

const BOTH = `Call ${WEATHER.name} for Oslo, and ${CITIES.name}, both now.`;
const WRAPPED = [WEATHER, CITIES].map((own) => ({ type: 'function', function: own }));
const FLAT = [WEATHER, CITIES].map((own) => ({ type: 'function', ...own }));
const ONE_CALL = { tool_choice: 'auto', parallel_tool_calls: false };

/** Members that ask for more than a text, in the forms of a chat and of a response. */
const CHAT_OFFERS: Readonly<Record<string, Offer>> = {
  'two functions': { members: { tools: WRAPPED }, feature: 'tools', ask: BOTH },
  'no call': { members: { tools: WRAPPED, tool_choice: 'none' }, ask: BOTH },
  'a function that must be called': {
    members: { tools: WRAPPED.slice(0, 1), tool_choice: 'required' },
  },
  'a function that is chosen': {
    members: {
      tools: WRAPPED,
      tool_choice: { type: 'function', function: { name: CITIES.name } },
    },
    ask: BOTH,
  },
  'no parallel calls': { members: { tools: WRAPPED, ...ONE_CALL }, ask: BOTH },
  'a JSON schema': {
    members: {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'city', strict: true, schema: SCHEMA },
      },
    },
    feature: 'structuredOutput',
  },
  'a limit of 5 tokens': { members: { max_tokens: 5 } },
  'a stop word': { members: { stop: ['e'] } },
  'three choices': { members: { n: 3 } },
  logprobs: { members: { logprobs: true, top_logprobs: 2 } },
};

const RESPONSE_OFFERS: Readonly<Record<string, Offer>> = {
  'two functions': { members: { tools: FLAT }, feature: 'tools', ask: BOTH },
  'a function that must be called': {
    members: { tools: FLAT.slice(0, 1), tool_choice: 'required' },
  },
  'a function that is chosen': {
    members: { tools: FLAT, tool_choice: { type: 'function', name: CITIES.name } },
    ask: BOTH,
  },
  'no parallel calls': { members: { tools: FLAT, ...ONE_CALL }, ask: BOTH },
  'a JSON schema': {
    members: {
      text: { format: { type: 'json_schema', name: 'city', strict: true, schema: SCHEMA } },
    },
    feature: 'structuredOutput',
  },
  'a limit of 16 tokens': { members: { max_output_tokens: 16 } },
  'not stored': { members: { store: false } },
};

function offers(
  expect: Expectations,
  table: Readonly<Record<string, Offer>>,
): readonly Difference[] {
  return Object.entries(table).flatMap(([name, { members, feature, ask }]) =>
    ifOffered(expect, feature, [
      {
        name,
        expected: 'either',
        of: (request) => {
          const asked = withMembers(request, members);
          return ask === undefined ? asked : withPrompt(asked, `${ask} ${promptOf(asked)}`);
        },
      },
    ]),
  );
}
