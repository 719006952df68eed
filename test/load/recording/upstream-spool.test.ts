import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spoolingUpstream } from '../../../src/load/recording/upstream-spool.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

test('upstream spool: a process that is killed during a load leaves no file of it, and replaces none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-spool-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const upstream = await startUpstream(freshKeys());
  onTestFinished(() => upstream.stop());
  const own = join(folder, 'run.rec.upstream');
  writeFileSync(own, 'a file of the user');
  const [during, failures] = await spoolingUpstream(
    upstream,
    join(folder, 'run.rec'),
    0,
    async () => readdirSync(folder),
  );
  expect(during).toEqual(['run.rec.upstream']);
  expect(readFileSync(own, 'utf8')).toBe('a file of the user');
  expect(failures).toEqual([]);
});
