import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { headOf } from '../../scripts/client-impact/clean-calls.ts';
import { ALL_CLIENTS, CLIENTS } from '../../scripts/client-impact/clients.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import {
  ClientImpactSchema,
  clientImpact,
  clientReactions,
  reactionsSentence,
} from '../../src/conformance/client-impact.ts';
import type { Operation } from '../../src/contract/operations.ts';

const NodePackages = z.object({ devDependencies: z.record(z.string(), z.string()) });
const { clients, rules } = clientImpact();

test('client impact: each rule of the table exists; one without a row shows none', () => {
  const ids = CATALOGUE.map(({ rule }) => rule.id);
  expect(Object.keys(rules).filter((id) => !ids.includes(id))).toEqual([]);
});

test('client impact: the table was measured with the versions that the script installs', () => {
  const measured = clients.map(({ name, packages }) => ({ name, packages }));
  expect(measured).toEqual(CLIENTS.map(({ name, packages }) => ({ name, packages })));
  expect(clients.map(({ version, packages }) => Object.values(packages)[0] === version)).toEqual(
    clients.map(() => true),
  );
});

test('client impact: openai-node is the one that the tests of the reference gateway use', async () => {
  const manifest = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  const { devDependencies } = NodePackages.parse(JSON.parse(manifest));
  expect(clients.find(({ name }) => name === 'openai-node')?.version).toBe(devDependencies.openai);
});

test('client calls: the page was written with the versions that the script installs', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/evidence/clients.md'), 'utf8');
  expect(page).toContain(`| ${headOf(ALL_CLIENTS).join(' | ')} |`);
});

test('client impact: each effect names a client of the table and calls that it makes', () => {
  const strangers = Object.values(rules)
    .flat()
    .filter(({ client, calls }) => {
      const known = clients.find(({ name }) => name === client)?.calls ?? [];
      return calls.some((call) => !known.includes(call));
    });
  expect(strangers).toEqual([]);
});

test('client impact: an unknown word is refused', () => {
  const effect = { client: 'openai-node', effect: 'sulks', detail: '', calls: ['chat'] };
  const altered = { ...clientImpact(), rules: { 'chat-usage-sum': [effect] } };
  expect(ClientImpactSchema.safeParse(altered).success).toBe(false);
  expect(ClientImpactSchema.safeParse(clientImpact()).success).toBe(true);
});

const effect = { client: 'one', calls: ['chat'] };
const TABLE = ClientImpactSchema.parse({
  measured: '2026-11-22',
  clients: ['one', 'two'].map((name) => ({
    name,
    without: name === 'two' ? ['video-read'] : [],
    version: '7.57.3',
    packages: { [name]: '7.57.3' },
    runtime: 'Node 24',
    calls: ['chat'],
  })),
  rules: {
    broken: [
      { ...effect, effect: 'retries', detail: '' },
      { ...effect, effect: 'wrong-value', detail: 'usage.total_tokens' },
      { ...effect, effect: 'throws', detail: 'SyntaxError' },
    ],
    failing: [
      { ...effect, effect: 'other-error', detail: 'SyntaxError instead of APIError' },
      { ...effect, effect: 'throws', detail: 'SyntaxError' },
    ],
    harmless: [],
  },
  members: [
    {
      operation: 'chat',
      event: 'first chunk',
      member: 'choices[].index',
      change: 'absent',
      rules: ['harmless-fault'],
      effects: [{ ...effect, effect: 'throws', detail: 'OpenAIError' }],
    },
  ],
});

function sentenceOf(id: string, operations: readonly Operation[] = ['chat']): string | undefined {
  const reactions = clientReactions({ id, operations }, TABLE);
  return reactions && reactionsSentence(reactions);
}

test('client reactions: the two worst effects of each client are named', () => {
  expect(sentenceOf('broken')).toBe(
    'one 7.57: throws SyntaxError or returns a wrong value silently (usage.total_tokens); two 7.57: no effect of its fault (other claims not tried)',
  );
});

test('client reactions: an error in place of another is not named beside one in place of a value', () => {
  expect(sentenceOf('failing')).toMatch(/^one 7\.57: throws SyntaxError;/);
});

test('client reactions: a client without a call for the operations of a rule says so', () => {
  expect(sentenceOf('harmless', ['video-read'])).toBe(
    'one 7.57: no effect of its fault (other claims not tried); two 7.57: has no such call',
  );
});

test('client reactions: clients that react alike stand together', () => {
  expect(sentenceOf('harmless')).toBe(
    'one 7.57, two 7.57: no effect of its fault (other claims not tried)',
  );
});

test('client reactions: a rule that was not measured has none', () => {
  expect(sentenceOf('unknown')).toBeUndefined();
});

test('client reactions: a rule whose fault is harmless has the effects of its members', () => {
  expect(sentenceOf('harmless-fault')).toBe(
    'one 7.57: throws OpenAIError; two 7.57: no effect of its fault or of edits of 1 member (other claims not tried)',
  );
});
