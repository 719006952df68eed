import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { program } from '../../src/commands/command-line/program.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Flags of k6, kubectl, curl, npm and the scripts of Assay, which the pages also show. */
const OTHERS = new Set([
  // Former flags, which the changelog names.
  '--longest',
  '--from',
  '--to',
  '--platform',
  '--push',
  '--tag',
  '--execution-segment',
  '--execution-segment-sequence',
  '--summary-mode',
  '--from-literal',
  '--all-namespaces',
  '--compressed',
  '--busy',
  '--runs',
  '--update',
  '--members',
  '--project',
  '--changed',
  '--no-save',
  '--save-dev',
  '--all',
  '--timeout',
  '--restart',
  '--overrides',
  // Those of `engine upstream`.
  '--clock',
  // Those of Docker.
  '--rm',
  '--user',
  '--read-only',
  '--tmpfs',
  // That of Prometheus.
  '--web',
]);

test('docs: every flag that a page names is a flag of assay, or of another tool', async () => {
  const known = new Set([...flagsOf(program), ...OTHERS, '--help', '--version']);
  const pages = (await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((name) => !/^(?:rules|guides\/gateways)\//.test(name) && /\.(?:md|yaml)$/.test(name))
    .map((name) => join('docs', name));
  const unknown: string[] = [];
  for (const page of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'reports/README.md', ...pages]) {
    const text = await readFile(join(ROOT, page), 'utf8');
    for (const [, flag = ''] of text.matchAll(/(?:^|[\s`(])(--[a-z][a-z0-9-]+)/gm)) {
      if (!known.has(flag)) unknown.push(`${page}: ${flag}`);
    }
  }
  expect(unknown).toEqual([]);
});

function flagsOf({ options, commands }: Command): string[] {
  return [...options.flatMap(({ long }) => long ?? []), ...commands.flatMap(flagsOf)];
}
