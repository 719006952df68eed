import { describe, expect, test } from 'vitest';
import { requestedModel } from '../../src/answers/sent-body.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { bundledProfile, parseProfile } from '../../src/conformance/profiles/profile-file.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../src/conformance/profiles/resolved-profile.ts';
import { Unverifiable } from '../../src/conformance/rule.ts';
import { DryRunGateway } from '../../src/conformance/run/dry-run-gateway.ts';
import { exclusionOf } from '../../src/conformance/run/prerequisites.ts';
import { type ModelsByOperation, modelFor } from '../../src/contract/models-by-operation.ts';
import type { Operation } from '../../src/contract/operations.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
/** One round of a probe is enough to show which models it uses. */
const BRIEF = { raceRounds: 1 };

test('models: a single model serves every operation, a mapping serves the operations that it names', () => {
  const models = { chat: 'chat-model', 'video-create': 'job-model' };
  const rows: readonly (readonly [ModelsByOperation, Operation | 'other', string | null])[] = [
    ['one', 'chat', 'one'],
    ['one', 'other', 'one'],
    [null, 'chat', null],
    [models, 'chat', 'chat-model'],
    [models, 'responses', null],
    [models, 'other', null],
    [models, 'video-read', 'job-model'],
    [models, 'video-cancel', 'job-model'],
  ];
  for (const [given, operation, model] of rows) expect(modelFor(given, operation)).toBe(model);
});

describe('a profile that names models by operation', () => {
  test.each([
    ['echoModel', 'an-echo'],
    ['echoModel', { chat: 'a', responses: 'b', transcription: 'c' }],
    ['slowModel', { 'video-create': 'a' }],
    ['failingModel', { responses: 'a' }],
    ['failingMidStreamModel', { chat: 'a' }],
    ['slowModel', null],
  ])('setting %s: %j is taken as it is', (setting, value) => {
    expect(profileWith({ [setting]: value }).expect).toMatchObject({ [setting]: value });
  });

  test.each([
    ['slowModel', { 'vido-create': 'a' }, 'Unknown key: vido-create. Did you mean video-create?'],
    [
      'slowModel',
      { images: 'a' },
      'Unknown key: images. Known keys: chat, responses, video-create.',
    ],
    ['failingMidStreamModel', { 'video-create': 'a' }, 'Known keys: chat, responses.'],
    ['echoModel', { chat: 5 }, 'chat: needs text; got 5.'],
    ['echoModel', {}, 'needs a model for one of chat, responses, transcription.'],
    ['echoModel', 5, 'needs a model, or a mapping of chat, responses, transcription to models.'],
    ['echoModel', '', 'needs some text; got "".'],
  ])('setting %s: %j is an error that says what it needs', (setting, value, problem) => {
    const read = () => profileWith({ [setting]: value });
    expect(read).toThrow(`Invalid value of setting ${setting}: `);
    expect(read).toThrow(problem);
  });
});

/** The name of each model states its purpose and its operation. */
const EVERY = {
  echoModel: ofEach('echo', ['chat', 'responses', 'transcription']),
  slowModel: ofEach('slow', ['chat', 'responses', 'video-create']),
  failingModel: ofEach('failing', ['chat', 'responses', 'video-create']),
  failingMidStreamModel: ofEach('mid', ['chat', 'responses']),
  failingVideoModel: null,
};

test('probes: each model with a purpose is used, and only at its own operation', async () => {
  const used = await usedModels(profileWith(EVERY));
  const wanted = Object.values(EVERY).flatMap((models) => Object.values(models ?? {}));
  expect([...used.keys()].toSorted()).toEqual(wanted.toSorted());
  for (const [model, operations] of used) expect([...operations]).toEqual([model.split(':')[1]]);
});

test('probes: models with a purpose for one operation are not used at any other', async () => {
  const alone = { echoModel: { chat: 'echo:chat' }, slowModel: { responses: 'slow:responses' } };
  const used = await usedModels(profileWith(alone));
  expect(used).toEqual(
    new Map([
      ['echo:chat', new Set(['chat'])],
      ['slow:responses', new Set(['responses'])],
    ]),
  );
});

describe('rules that need a model with a purpose', () => {
  test.each([
    ['chat-turns-in-order', { echoModel: { chat: 'a' } }, undefined],
    ['chat-long-prompt-whole', { echoModel: { responses: 'a' } }, undefined],
    [
      'responses-inputs-honoured',
      { echoModel: { chat: 'a' } },
      'needs an echoing model: set echoModel in a profile, for responses',
    ],
    ['transcription-binary-safe', {}, 'needs an echoing model: set echoModel in a profile'],
    ['video-cancel-complete-race', { slowModel: { 'video-create': 'a' } }, undefined],
    ['video-failed-error', { failingModel: { 'video-create': 'a' } }, undefined],
    ['video-failed-error', { failingVideoModel: 'a' }, undefined],
    [
      'chat-stream-error-in-band',
      { failingModel: { chat: 'a' }, failingMidStreamModel: { responses: 'b' } },
      'needs a model that fails: set failingModel and failingMidStreamModel in a profile, for chat',
    ],
    [
      'chat-stream-error-in-band',
      { failingModel: { chat: 'a' }, failingMidStreamModel: { chat: 'b' } },
      undefined,
    ],
  ])('%s: with %j it is judged, or states which operation needs a model', (id, values, reason) => {
    const profile = { ...profileWith(values), waived: new Map() };
    const rule = RULES.find((each) => each.id === id);
    expect(rule && exclusionOf(rule, profile, { secondKey: true })).toEqual(
      reason === undefined ? undefined : { verdict: 'could-not-verify', reason },
    );
  });

  test('an operation that is absent does not count, as its model cannot be used', () => {
    const absent = { operation: 'chat', value: 'absent', reason: 'We have no chat.' } as const;
    const profile = {
      ...profileWith({ echoModel: { chat: 'a' } }),
      operations: new Map([[absent.operation, absent]]),
      waived: new Map(),
    };
    const rule = RULES.find(({ id }) => id === 'chat-long-prompt-whole');
    expect(rule && exclusionOf(rule, profile, { secondKey: true })).toEqual({
      verdict: 'could-not-verify',
      reason: 'needs an echoing model: set echoModel in a profile, for responses',
    });
  });

  test('list of settings: a rule that reads a model by operation names it', () => {
    const settingsOf = (id: string) => CATALOGUE.find(({ rule }) => rule.id === id)?.rule.settings;
    expect(settingsOf('transcription-binary-safe')).toEqual(['echoModel']);
    expect(settingsOf('chat-stream-incremental')).toEqual(['slowModel']);
    expect(settingsOf('video-failed-error')).toEqual([
      'failingModel',
      'failingVideoModel',
      'videoStates',
    ]);
  });
});

function ofEach(purpose: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, `${purpose}:${operation}`]));
}

/** These settings as a profile file sets them, over the default profile. */
function profileWith(values: Readonly<Record<string, unknown>>): ResolvedProfile {
  const reason = 'As its gateway offers.';
  const overrides = Object.entries(values).map(([setting, value]) => ({ setting, value, reason }));
  const { name } = bundledProfile('default');
  return resolveProfile(parseProfile({ name: 'mine', extends: name, overrides }, 'my.yaml'), RULES);
}

/** The models with a purpose in the requests of all probes, each with its operations. */
async function usedModels({
  expect: expected,
}: ResolvedProfile): Promise<Map<string, Set<string>>> {
  const used = new Map<string, Set<string>>();
  for (const probe of new Set(RULES.map((rule) => rule.probe))) {
    const gateway = new DryRunGateway(probe.name, { ...expected, ...BRIEF });
    // It needs another model before it sends anything.
    await probe.run(gateway).catch((error) => expect(error).toBeInstanceOf(Unverifiable));
    for (const { operation, request } of gateway.exchanges) {
      const model = requestedModel(request);
      if (model === undefined || !model.includes(':')) continue;
      used.set(model, (used.get(model) ?? new Set()).add(operation));
    }
  }
  return used;
}
