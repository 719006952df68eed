import type { ProbeGateway, ProbeRequest } from '../conformance/gateway.ts';
import {
  AS_FORM,
  BROKEN_BODIES,
  ESCAPED,
  MEDIA_TYPES,
  REVERSED,
} from '../conformance/requests/bodies.ts';
import { STRANGERS } from '../conformance/requests/callers.ts';
import { CLIENTS, OLD_HTTP } from '../conformance/requests/clients.ts';
import { DIALOGS, ITEMS, SYSTEM_MESSAGE } from '../conformance/requests/dialogs.ts';
import type { Difference } from '../conformance/requests/difference.ts';
import { allForms, type RequestForm } from '../conformance/requests/forms.ts';
import { IMAGES } from '../conformance/requests/images.ts';
import { keysOfLengths } from '../conformance/requests/keys.ts';
import { memberDifferences, ofUnknownModel } from '../conformance/requests/members.ts';
import { parameterDifferences } from '../conformance/requests/parameters.ts';
import { withMembers, withParts } from '../conformance/requests/plain.ts';
import { FILE_SIZES, MANY_WORDS, SIZES } from '../conformance/requests/sizes.ts';
import { smallChanges } from '../conformance/requests/small-changes.ts';
import { CONTROLS, TEXTS } from '../conformance/requests/texts.ts';
import { modelFor } from '../contract/models-by-operation.ts';
import { TRANSCRIPT_FIELDS, TRANSCRIPT_FORMATS } from '../contract/transcription.ts';
import type { Step } from './program.ts';

/** What is done with the job of an earlier step. */
export const JOB_STEPS = ['video-read', 'video-cancel', 'video-content'] as const;

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

  /** Those that change only the text of a prompt, its spelling or who sends it. */
  namesOfTexts({ operation }: RequestForm): readonly string[] {
    const texts =
      operation === 'transcription' ? FILE_SIZES : [...TEXTS, ...SIZES, REVERSED, ESCAPED];
    return [...texts, ...CLIENTS].map(({ name }) => name);
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
      this.#fixed.get(form.name)?.get(name) ?? fresh(this.#gateway, form, word).get(name);
    if (known !== undefined || form.operation === 'transcription') return known;
    const { changed } = smallChanges(this.#gateway.expect, form, word);
    const change = changed.find((each) => each.name === name);
    // Only under the key of another request must it be refused.
    return change && { ...change, expected: 'either' };
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
  ]);
}

function fixedDifferences(gateway: ProbeGateway, form: RequestForm): readonly Difference[] {
  const { expect } = gateway;
  const { operation, stream } = form;
  const every = [
    ...memberDifferences(expect, form),
    ...parameterDifferences(expect, form),
    ...CLIENTS,
    OLD_HTTP,
    ...(expect.keyHeader === null ? [] : STRANGERS),
  ];
  if (operation === 'transcription') return [...every, ...FILE_SIZES, ...formats()];
  const texts = [...TEXTS, CONTROLS, REVERSED, ESCAPED];
  const bodies = [
    ...BROKEN_BODIES,
    ...MEDIA_TYPES,
    ...(operation === 'video-create' ? [] : [AS_FORM]),
  ];
  const sizes =
    stream || operation === 'chat' || operation === 'responses' ? [...SIZES, MANY_WORDS] : [];
  const own =
    operation === 'chat'
      ? [SYSTEM_MESSAGE, ...DIALOGS, ...IMAGES, ...CHAT_OFFERS]
      : operation === 'responses'
        ? [ITEMS, ...IMAGES, ...RESPONSE_OFFERS]
        : [];
  return [...every, ...texts, ...bodies, ...sizes, ...own];
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

/** Members that ask for more than a text, in the forms of a chat and of a response. */
const CHAT_OFFERS = offers({
  'two functions': { tools: [WEATHER, CITIES].map((own) => ({ type: 'function', function: own })) },
  'a function that must be called': {
    tools: [{ type: 'function', function: WEATHER }],
    tool_choice: 'required',
  },
  'no parallel calls': {
    tools: [WEATHER, CITIES].map((own) => ({ type: 'function', function: own })),
    tool_choice: 'required',
    parallel_tool_calls: false,
  },
  'a JSON schema': {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'city', strict: true, schema: SCHEMA },
    },
  },
  'a limit of 5 tokens': { max_tokens: 5 },
  'a stop word': { stop: ['e'] },
  'three choices': { n: 3 },
  logprobs: { logprobs: true, top_logprobs: 2 },
});

const RESPONSE_OFFERS = offers({
  'two functions': { tools: [WEATHER, CITIES].map((own) => ({ type: 'function', ...own })) },
  'a function that must be called': {
    tools: [{ type: 'function', ...WEATHER }],
    tool_choice: 'required',
  },
  'a JSON schema': {
    text: { format: { type: 'json_schema', name: 'city', strict: true, schema: SCHEMA } },
  },
  'a limit of 16 tokens': { max_output_tokens: 16 },
  'not stored': { store: false },
});

function offers(members: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  return Object.entries(members).map(
    ([name, also]): Difference => ({
      name,
      expected: 'either',
      of: (request: ProbeRequest) => withMembers(request, also),
    }),
  );
}
