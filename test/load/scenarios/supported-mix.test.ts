import { expect, test } from 'vitest';
import { SCENARIOS, type ScenarioEntry } from '../../../scenarios/catalogue.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled.ts';
import type { OperationOverride } from '../../../src/conformance/profiles/profile.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { bundledScenarios } from '../../../src/load/scenarios/scenario-files.ts';
import { modesSent, supportedWorkload } from '../../../src/load/scenarios/supported-mix.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';

const defaultWorkload = () => WorkloadSchema.parse({});

function without(...operations: readonly OperationOverride['operation'][]) {
  const absent = operations.map((operation) => {
    return { operation, value: 'absent', reason: 'not sold' } as const;
  });
  return resolveProfile(defaultProfile, [], absent);
}

/** A fixed mix, so that a new scenario does not change these tests. */
const MIXED = {
  ...defaultWorkload(),
  mix: {
    chat: 22,
    'chat-stream': 26,
    responses: 8,
    'responses-stream': 12,
    images: 6,
    'transcription-upload': 6,
    'idempotent-retry': 10,
    'video-poll-cancel': 6,
    'chat-session': 2,
    abandon: 4,
    'slow-reader': 1,
  },
};

test('mix: a target that offers every operation receives every scenario', () => {
  const { workload, excluded } = supportedWorkload(defaultWorkload(), without());
  expect(workload.mix).toEqual(defaultWorkload().mix);
  expect(excluded).toEqual([]);
});

test('mix: a scenario without supported operations is excluded, others continue without the missing one', () => {
  const mix = { chat: 1, images: 1, 'idempotent-retry': 2 };
  const reason = 'images is not offered: not sold';
  const { workload, excluded } = supportedWorkload(
    { ...defaultWorkload(), mix },
    without('images'),
  );
  expect(excluded).toEqual([
    { scenario: 'images', share: 0.25, reason },
    { scenario: 'idempotent-retry', missingOperations: ['images'], share: 0.125, reason },
  ]);
  expect(workload.mix).toEqual({ chat: 1, 'idempotent-retry': 2 });
});

test.each([
  [
    'chat',
    ['chat', 'chat-stream', 'chat-session'],
    { 'idempotent-retry': ['chat'], abandon: ['chat'], 'slow-reader': ['chat'] },
  ],
  [
    'responses',
    ['responses', 'responses-stream'],
    { 'idempotent-retry': ['responses'], abandon: ['responses'], 'slow-reader': ['responses'] },
  ],
  ['transcription', ['transcription-upload'], {}],
  ['video-create', ['video-poll-cancel'], { 'idempotent-retry': ['video-create'] }],
  ['video-read', [], { 'video-poll-cancel': ['video-read'] }],
  ['video-cancel', [], { 'video-poll-cancel': ['video-cancel'] }],
] as const)(
  'mix: without %s, scenarios that send nothing else are excluded',
  (operation, unsent, parts) => {
    const { excluded, workload } = supportedWorkload(MIXED, without(operation));
    const [whole, partly] = [
      excluded.filter((one) => one.missingOperations === undefined),
      excluded.filter((one) => one.missingOperations !== undefined),
    ];
    expect(whole.map(({ scenario }) => scenario)).toEqual(unsent);
    expect(Object.fromEntries(partly.map((one) => [one.scenario, one.missingOperations]))).toEqual(
      parts,
    );
    const left = Object.keys(MIXED.mix).filter(
      (name) => !whole.some((one) => one.scenario === name),
    );
    expect(Object.keys(workload.mix)).toEqual(left);
  },
);

test('mix: a scenario is excluded when both of its operations are missing', () => {
  const { excluded } = supportedWorkload(defaultWorkload(), without('chat', 'responses'));
  const whole = excluded.filter(({ missingOperations }) => missingOperations === undefined);
  expect(whole.map(({ scenario }) => scenario)).toEqual(
    expect.arrayContaining(['abandon', 'slow-reader', 'chat', 'responses']),
  );
});

test.each([
  ['idempotent-retry', ['images', 'chat'], 0.5],
  ['video-poll-cancel', ['video-cancel'], 0.5],
  ['video-poll-cancel', ['video-read', 'video-cancel'], 1],
  ['abandon', ['responses'], 0.4],
] as const)(
  'mix: %s alone without %j counts the arrivals that would have sent them',
  (scenario, operations, share) => {
    const { excluded } = supportedWorkload(
      { ...defaultWorkload(), scenario },
      without(...operations),
    );
    expect(excluded).toMatchObject([{ scenario, share }]);
  },
);

test('mix: the rates of scenarios are kept, without those of an excluded scenario', () => {
  const workload = WorkloadSchema.parse({
    arrivals: 'constant',
    rates: { images: '1/s', 'idempotent-retry': '3/s' },
  });
  const offered = supportedWorkload(workload, without('images'));
  expect(offered.workload).toMatchObject({
    rates: { 'idempotent-retry': 3 },
    arrivalsPerSecond: 3,
  });
  expect(offered.excluded.map(({ share }) => share)).toEqual([0.25, 0.1875]);
});

test('mix: a trace decides what is sent, so the excluded share is unknown', () => {
  const workload = { ...defaultWorkload(), trace: { file: 'trace.csv', speed: 1 } };
  const { excluded } = supportedWorkload(workload, without('video-cancel'));
  expect(excluded.map((one) => one.share)).toEqual([undefined]);
});

test('mix: a scenario that sends several operations has a share for each of them', () => {
  for (const [name, { sends, shares }] of Object.entries<ScenarioEntry>(SCENARIOS)) {
    const several = Object.keys(sends).length > 1 ? Object.keys(sends) : [];
    expect(Object.keys(shares ?? {}), name).toEqual(several);
  }
});

test('mix: every scenario is known to send something', () => {
  const none = without('chat', 'responses', 'images', 'transcription', 'video-create');
  const names = bundledScenarios()
    .map(({ name }) => name)
    .filter((name) => name !== 'mixed');
  for (const scenario of names) {
    expect(() => supportedWorkload({ ...defaultWorkload(), scenario }, none), scenario).toThrow(
      /^Target supports no scenario of the workload: /,
    );
  }
});

test.each([
  ['chat', { chat: ['body'] }],
  ['slow-reader', { chat: ['slow'], responses: ['slow'] }],
])('mix: the answer modes of %s are known', (scenario, forms) => {
  const sent = modesSent({ ...defaultWorkload(), scenario }) ?? new Map();
  expect(Object.fromEntries([...sent].map(([name, of]) => [name, [...of]]))).toEqual(forms);
});

test('mix: it has the answer modes of all its scenarios; those of a custom scenario are unknown', () => {
  const mix = { chat: 1, 'chat-stream': 1, 'slow-reader': 1, images: 0 };
  const sent = modesSent({ ...defaultWorkload(), mix });
  expect([...(sent?.get('chat') ?? [])]).toEqual(['body', 'stream', 'slow']);
  expect([...(sent?.keys() ?? [])]).toEqual(['chat', 'responses']);
  expect(modesSent({ ...defaultWorkload(), scenario: './mine.ts' })).toBeUndefined();
});

test('mix: a custom scenario is never excluded', () => {
  const workload = { ...defaultWorkload(), scenario: './mine.ts' };
  expect(supportedWorkload(workload, without('chat')).excluded).toEqual([]);
});

test('mix: chats with tools are not sent to a target that does not offer tools', () => {
  const tools = { setting: 'tools', value: 'not-offered', reason: 'not sold' } as const;
  const profile = resolveProfile(defaultProfile, [], [tools]);
  const { workload, excluded } = supportedWorkload(
    { ...defaultWorkload(), mix: { chat: 3, 'tool-loop': 1 } },
    profile,
  );
  const reason = 'tools is not offered: not sold';
  expect(excluded).toEqual([{ scenario: 'tool-loop', share: 0.25, reason }]);
  expect(workload.mix).toEqual({ chat: 3 });
  expect(() => supportedWorkload({ ...defaultWorkload(), scenario: 'tool-loop' }, profile)).toThrow(
    `Target supports no scenario of the workload: ${reason}. Choose another scenario or mix.`,
  );
});
