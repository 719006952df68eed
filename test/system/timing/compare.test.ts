import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { Comparison } from '../../../src/report/schema/comparison.ts';
import { comparisonIn, testFolder } from '../../support/test-folder.ts';
import { measuresAgain } from '../support/measures-again.ts';
import { statedProfile } from '../support/quick-profile.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const FAULTS = ['idem-no-replay', 'cs-buffer-all'];

const folder = await testFolder('compare');

describe('assay compare: the clean reference gateway and one with two faults', () => {
  let run: CommandRun;
  let comparison: Comparison;
  let out: string;

  measuresAgain(async () => {
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
      const profile = await statedProfile(folder, ['idempotency', 'chat-stream']);
      run = await assay(['compare', ...things, '--profile', profile, '--out', out], { env });
    } finally {
      await clean.close(0);
      await broken.close(0);
    }
    comparison = await comparisonIn(out);
  });

  test('assay compare: a complete comparison has exit code 0, whatever differs', () => {
    expect(run.code).toBe(0);
    expect(comparison.subjects.map(({ label, conformant }) => [label, conformant])).toEqual([
      ['clean', true],
      ['broken', false],
    ]);
  });

  test('assay compare: the rules of both faults are among the differences, which come first', () => {
    const differing = comparison.rules.filter(({ standing }) => standing === 'differs');
    expect(comparison.rules.slice(0, differing.length)).toEqual(differing);
    const ids = differing.map(({ id }) => id);
    expect(ids).toContain('idempotency-replay');
    expect(ids).toContain('chat-stream-incremental');
    expect(ids.every((id) => /^(?:idempotency-|chat-stream-)/.test(id))).toBe(true);
  });

  test('assay compare: the differing behaviours come first, and no others differ', () => {
    const rows = comparison.behaviours.filter(({ standing }) => standing === 'differs');
    expect(comparison.behaviours.slice(0, rows.length)).toEqual(rows);
    expect(rows.map(({ id, cells }) => [id, ...cells.map(({ answer }) => answer)])).toEqual([
      ['repeated-key', 'all: 200, the first result again', 'all: 200, a new result'],
      ['repeated-key-stream', 'all: 200, the first result again', 'all: 200, a new result'],
      ['chat-stream-pace', 'one by one', 'in one burst at the end'],
    ]);
  });

  test('assay compare: text, Markdown and page start with the differences', async () => {
    expect(run.stdout).toMatch(
      /^broken fails \d+ required rules that clean passes\.\sDifferent: \d+ of \d+\srules,\s3 of \d+\sbehaviours\.\n/,
    );
    expect(run.stdout).toMatch(/ {2}clean {3}✓ pass\n {2}broken {2}✗ fail\b/);
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

  test('assay compare: its output contains no API key', async () => {
    for (const file of ['compare.html', 'compare.md', 'compare.json']) {
      expect(await readFile(join(out, file), 'utf8')).not.toMatch(/_live_[0-9a-f]{32}/);
    }
  });
});
