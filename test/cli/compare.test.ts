import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/server.ts';
import { type Comparison, ComparisonSchema } from '../../src/report/comparison/schema.ts';
import { assay, type CommandRun } from './run-assay.ts';

const FAULTS = ['idem-no-replay', 'cs-buffer-all'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('assay compare: the clean reference gateway and one with two faults', () => {
  let run: CommandRun;
  let comparison: Comparison;
  let out: string;

  beforeAll(async () => {
    const clean = createReferenceServer({});
    const broken = createReferenceServer({ faults: FAULTS });
    const addresses = [await clean.listen(), await broken.listen()].map(({ address }) => address);
    out = join(folder, 'faults');
    try {
      const env = {
        ASSAY_API_KEY: clean.keys[0],
        ASSAY_API_KEY_2: clean.keys[1],
        ASSAY_API_KEY_BROKEN: broken.keys[0],
        ASSAY_API_KEY_BROKEN_2: broken.keys[1],
      };
      const things = [`clean=${addresses[0]}`, `broken=${addresses[1]}`];
      run = await assay(['compare', ...things, '--out', out], { env });
    } finally {
      await clean.close(0);
      await broken.close(0);
    }
    comparison = await comparisonIn(out);
  });

  test('assay compare: what it could compare is exit code 0, whatever differs', () => {
    expect(run.code).toBe(0);
    expect(comparison.subjects.map(({ label, conformant }) => [label, conformant])).toEqual([
      ['clean', true],
      ['broken', false],
    ]);
  });

  test('assay compare: the rules of both faults stand among those that differ, which come first', () => {
    const differing = comparison.rules.filter(({ standing }) => standing === 'differs');
    expect(comparison.rules.slice(0, differing.length)).toEqual(differing);
    const ids = differing.map(({ id }) => id);
    expect(ids).toContain('idempotency-replay');
    expect(ids).toContain('chat-stream-incremental');
    expect(ids.every((id) => /^(?:idempotency-|chat-stream-)/.test(id))).toBe(true);
  });

  test('assay compare: the behaviours that differ come first, and no others differ', () => {
    const rows = comparison.behaviours.filter(({ standing }) => standing === 'differs');
    expect(comparison.behaviours.slice(0, rows.length)).toEqual(rows);
    expect(rows.map(({ id, cells }) => [id, ...cells.map(({ answer }) => answer)])).toEqual([
      ['repeated-key', 'all: 200, the first result again', 'all: 200, a new result'],
      [
        'repeated-key-stream',
        'chat, responses: 200, the first result again',
        'chat, responses: 200, a new result',
      ],
      ['chat-stream-pace', 'they come one by one', 'they come in one burst at the end'],
    ]);
  });

  test('assay compare: text, markdown and page say the differences before all else', async () => {
    expect(run.stdout).toMatch(/^\d+ of \d+ rules and 3 of \d+ behaviours differ\.\n/);
    expect(run.stdout).toMatch(/ {2}clean {3}✓ pass\n {2}broken {2}✗ fail\n/);
    const page = await readFile(join(out, 'compare.html'), 'utf8');
    const markdown = await readFile(join(out, 'compare.md'), 'utf8');
    for (const text of [page, markdown]) {
      const firstSame = text.indexOf('chat-stream-done-once-last');
      expect(text.indexOf('idempotency-replay')).toBeGreaterThan(0);
      expect(text.indexOf('idempotency-replay')).toBeLessThan(firstSame);
      expect(text.indexOf('chat-stream-incremental')).toBeLessThan(firstSame);
      expect(text.indexOf('in one burst at the end')).toBeLessThan(firstSame);
    }
    expect(page).not.toMatch(/<(?:script|link|img)|https?:\/\/(?!127)/);
  });

  test('assay compare: no API key is in what it writes', async () => {
    for (const file of ['compare.html', 'compare.md', 'compare.json']) {
      expect(await readFile(join(out, file), 'utf8')).not.toMatch(/_live_[0-9a-f]{32}/);
    }
  });
});

test('assay compare: earlier runs are read, and nothing is sent', async () => {
  const before = join(folder, 'before');
  await assay(['describe', '--out', before]);
  await mkdir(join(folder, 'empty'));
  const out = join(folder, 'recorded');
  const things = [before, `after=${join(before, 'behaviour.json')}`];
  const run = await assay(['compare', ...things, '--out', out]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^0 of 0 rules and 0 of \d+ behaviours differ\./);
  const comparison = await comparisonIn(out);
  expect(comparison.subjects.map(({ label, source, reasons }) => [label, source, reasons])).toEqual(
    ['before', 'after'].map((label) => [
      label,
      'recorded',
      ['It has no run report: its rules are not known.'],
    ]),
  );
});

test('assay compare: a key of its own that is refused is exit code 3', async () => {
  const server = createReferenceServer({});
  const { address } = await server.listen();
  const env = { ASSAY_API_KEY: server.keys[0], ASSAY_API_KEY_THEIRS: 'no_live_key_of_this_one' };
  const sheet = join(folder, 'before', 'behaviour.json');
  const run = await assay(['compare', sheet, `theirs=${address}`], { env });
  await server.close(0);
  expect(run.stderr).toMatch(/Target refused the API key/);
  expect(run.code).toBe(3);
});

test('assay compare: an interrupted comparison is exit code 130', async () => {
  const out = join(folder, 'interrupted');
  const sheet = join(folder, 'before', 'behaviour.json');
  const run = await assay(['compare', sheet, 'embedded', '--out', out], {
    onStderr: (text, signal) => {
      if (text.includes('Conformance:') && !text.includes('Interrupted')) signal('SIGINT');
    },
  });
  expect(run.code).toBe(130);
  expect((await comparisonIn(out)).subjects[1]?.reasons).toContain('Its run was cut short.');
});

test.each([
  ['one thing', ['embedded'], 3, /^compare needs two or more to compare; got 1\./],
  ['two of one label', ['embedded', 'embedded'], 3, /^Two have the same label: embedded\./],
  [
    'labels that share a key variable',
    ['a.b=embedded', 'a-b=embedded'],
    3,
    /^Two have the same label: a-b\./,
  ],
  ['a missing file', ['embedded', 'none.json'], 3, /^Nothing to compare: none\.json\./],
  [
    'a mistyped target',
    ['embedded', 'a=embeded'],
    3,
    /^Nothing to compare: embeded\. Did you mean embedded\?/,
  ],
  ['an empty folder', ['embedded', 'empty'], 3, /^Folder holds neither report\.json nor/],
  ['what is no JSON', ['embedded', 'text.json'], 3, /^File is no JSON: text\.json\./],
  ['other JSON', ['embedded', 'other.json'], 3, /^File is neither a run report nor a behaviour/],
  [
    'an address where nothing listens',
    ['a=http://127.0.0.1:9', 'b=http://127.0.0.1:9'],
    2,
    /Target refused the connection/,
  ],
])('assay compare: %s is a sentence', async (_, things, code, message) => {
  await mkdir(join(folder, 'empty'), { recursive: true });
  await writeFile(join(folder, 'text.json'), 'hello');
  await writeFile(join(folder, 'other.json'), '{"a":1}');
  const env = { ASSAY_API_KEY: 'a_live_0123456789' };
  const run = await assay(['compare', ...things], { cwd: folder, env });
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(code);
});

async function comparisonIn(out: string): Promise<Comparison> {
  return ComparisonSchema.parse(JSON.parse(await readFile(join(out, 'compare.json'), 'utf8')));
}
