import { expect, test } from 'vitest';
import type { OperationOverride } from '../../src/conformance/profile.ts';
import { defaultProfile } from '../../src/conformance/profiles/default.ts';
import { readContract } from '../../src/conformance/reading.ts';
import { formsSent, offeredWorkload } from '../../src/load/offered-mix.ts';
import { ownScenarios } from '../../src/load/scenarios.ts';
import { defaultWorkload } from '../../src/load/workload.ts';

function without(...operations: readonly OperationOverride['operation'][]) {
  const absent = operations.map((operation) => {
    return { operation, value: 'absent', reason: 'not sold' } as const;
  });
  return readContract(defaultProfile, [], absent);
}

test('mix: a target that offers all gets every shape', () => {
  const { workload, leftOut } = offeredWorkload(defaultWorkload(), without());
  expect(workload.mix).toEqual(defaultWorkload().mix);
  expect(leftOut).toEqual([]);
});

test('mix: shapes that need an absent operation are left out, with the reason', () => {
  const { workload, leftOut } = offeredWorkload(defaultWorkload(), without('images'));
  expect(leftOut).toEqual([
    { scenario: 'images', reason: 'images is not offered: not sold' },
    { scenario: 'idempotent-retry', reason: 'images is not offered: not sold' },
  ]);
  expect(Object.keys(workload.mix)).not.toContain('images');
  expect(workload.mix.chat).toBe(defaultWorkload().mix.chat);
});

test.each([
  ['chat', ['chat', 'chat-stream', 'idempotent-retry', 'chat-session', 'abandon', 'slow-reader']],
  ['responses', ['responses', 'responses-stream', 'idempotent-retry', 'abandon', 'slow-reader']],
  ['transcription', ['transcription-upload']],
  ['video-create', ['idempotent-retry', 'video-poll-cancel']],
  ['video-read', ['video-poll-cancel']],
  ['video-cancel', ['video-poll-cancel']],
] as const)('mix: without %s, the shapes that send it are left out', (operation, shapes) => {
  const { leftOut } = offeredWorkload(defaultWorkload(), without(operation));
  expect(leftOut.map(({ scenario }) => scenario)).toEqual(shapes);
});

test('mix: every shape is known to send something', () => {
  const none = without('chat', 'responses', 'images', 'transcription', 'video-create');
  const names = ownScenarios()
    .map(({ name }) => name)
    .filter((name) => name !== 'mixed');
  for (const scenario of names) {
    expect(() => offeredWorkload({ ...defaultWorkload(), scenario }, none), scenario).toThrow(
      /^Target offers nothing that the workload sends: /,
    );
  }
});

test.each([
  ['chat', { chat: ['body'] }],
  ['responses', { responses: ['body'] }],
  ['chat-stream', { chat: ['body', 'stream'] }],
  ['responses-stream', { responses: ['body', 'stream'] }],
  ['chat-session', { chat: ['body', 'stream'] }],
  ['abandon', { chat: ['body', 'stream'], responses: ['body', 'stream'] }],
  ['slow-reader', { chat: ['slow'], responses: ['slow'] }],
  ['images', { images: ['body'] }],
  ['transcription-upload', { transcription: ['body'] }],
  [
    'idempotent-retry',
    {
      chat: ['body', 'stream'],
      responses: ['body', 'stream'],
      images: ['body'],
      'video-create': ['body'],
    },
  ],
  [
    'video-poll-cancel',
    { 'video-create': ['body'], 'video-read': ['body'], 'video-cancel': ['body'] },
  ],
])('mix: of %s the forms of answers are known', (scenario, forms) => {
  const sent = formsSent({ ...defaultWorkload(), scenario }) ?? new Map();
  expect(Object.fromEntries([...sent].map(([name, of]) => [name, [...of]]))).toEqual(forms);
});

test('mix: the forms of answers are those of all its shapes, and of a script of the user unknown', () => {
  const mix = { chat: 1, 'chat-stream': 1, 'slow-reader': 1, images: 0 };
  const sent = formsSent({ ...defaultWorkload(), mix });
  expect([...(sent?.get('chat') ?? [])]).toEqual(['body', 'stream', 'slow']);
  expect([...(sent?.keys() ?? [])]).toEqual(['chat', 'responses']);
  expect(formsSent({ ...defaultWorkload(), scenario: './mine.ts' })).toBeUndefined();
});

test('mix: a script of the user is sent as it is', () => {
  const workload = { ...defaultWorkload(), scenario: './mine.ts' };
  expect(offeredWorkload(workload, without('chat')).leftOut).toEqual([]);
});
