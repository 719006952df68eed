import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS, VARIANTS } from '../reference-server/alterations.ts';
import * as faults from '../reference-server/faults/index.ts';
import * as variants from '../reference-server/variants/index.ts';
import * as commands from '../src/commands/index.ts';
import { EVERY_RULE } from '../src/conformance/catalogue.ts';
import { acceptanceRule } from '../src/conformance/findings/acceptance-rules.ts';
import { OPERATION_NAMES } from '../src/contract/operations.ts';
import { bundledScenarios } from '../src/load/scenarios/scenario-files.ts';
import * as formats from '../src/report/formats/index.ts';
import * as kinds from '../src/target/kinds.ts';
import type { TargetKind } from '../src/target/target.ts';
import { camelCase, type Registry, registryBreaches } from './support/registry.ts';
import { folderOfTest } from './support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const RULES = 'src/conformance/rules';
const REGISTRIES: readonly Registry[] = [
  { folder: 'src/conformance/rule-sets', file: 'index.ts' },
  { folder: 'src/report/formats', file: 'index.ts' },
  { folder: 'reference-server/faults', file: 'index.ts', suffix: 'Faults' },
  { folder: 'reference-server/variants', file: 'index.ts', suffix: 'Variants' },
];

describe('registries', () => {
  test.each(REGISTRIES)('registry: $folder/$file lists each file by its name', async (registry) => {
    expect(await registryBreaches(ROOT, registry)).toEqual([]);
  });

  test.each([
    ['an incomplete list', "export { aOne } from './a-one.ts';", 'misses b'],
    ['a name that is not its file', "export { aTwo } from './a-one.ts';", 'has an unexpected line'],
    ['a missing file', "export { c } from './c.ts';", 'has an unexpected line'],
    ['other code', 'export const d = 1;', 'has an unexpected line'],
  ])('registry: %s in the registry is a breach', async (_, line, breach) => {
    const root = await folderOfTest('registry');
    for (const file of ['a-one.ts', 'b.ts']) await writeFile(join(root, file), '');
    await writeFile(join(root, 'index.ts'), `${line}\n`);
    expect(await registryBreaches(root, { folder: '.', file: 'index.ts' })).toContainEqual(
      expect.stringMatching(new RegExp(`^\\./index\\.ts ${breach}`)),
    );
  });
});

describe('rules', () => {
  test.each(OPERATION_NAMES.map((name) => [name, acceptanceRule(name)]))(
    'rules: the rule that a valid request to %s returns 2xx is %s',
    (operation, id) => {
      const rule = EVERY_RULE.map((entry) => entry.rule).find((each) => each.id === id);
      expect(rule).toMatchObject({ operations: [operation], evidence: 'sent', level: 'must' });
    },
  );

  test('rules: each file with rules is listed in its area, and each rule is named after its id', async () => {
    const paths = await readdir(join(ROOT, RULES), { recursive: true });
    const files = paths.filter((path) => path.endsWith('.ts') && path !== 'areas.ts');
    const exported = files.map(async (path) => {
      const rules: object = await import(/* @vite-ignore */ join(ROOT, RULES, path));
      const [area = ''] = path.split(/[./]/);
      return Object.keys(rules).map((name) => `${area}: ${name}`);
    });
    const listed = EVERY_RULE.map(({ area, rule: { id } }) => `${area}: ${camelCase(id)}`);
    expect(listed.toSorted()).toEqual((await Promise.all(exported)).flat().toSorted());
  });

  test('rules: each id is used once', () => {
    const ids = EVERY_RULE.map(({ rule }) => rule.id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('rules: the fault that proves one is a fault of the reference gateway', () => {
    const unproven = EVERY_RULE.filter(({ rule }) => !FAULTS.has(rule.provenBy)).map(
      ({ rule }) => `${rule.id} by ${rule.provenBy}`,
    );
    expect(unproven).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['fault', Object.values(faults), FAULTS],
    ['variant', Object.values(variants), VARIANTS],
  ])('%ss: each id is used once', (_, tables, known) => {
    const ids = tables.flatMap((table) => Object.keys(table));
    expect(ids.toSorted()).toEqual([...known.keys()]);
  });

  test('scenarios: a name is the name of its file, with a sentence about it', async () => {
    const files = await namesIn('scenarios', 'catalogue');
    expect(bundledScenarios().map(({ name }) => name)).toEqual(files);
    for (const { summary } of bundledScenarios()) expect(summary).toMatch(/^[A-Z].+\.$/);
  });

  test('formats: two never write the same file', () => {
    const files = Object.values(formats).map(({ file }) => file);
    expect(files).toEqual([...new Set(files)]);
  });

  test('commands: the name of an export is the name of its command', () => {
    expect(Object.values(commands).map((command) => command.name)).toEqual(Object.keys(commands));
  });

  test.each([
    ['embedded', 'embedded'],
    ['container', 'container'],
    ['http://127.0.0.1:8080', 'remote'],
  ])('targets: --target %s is accepted by one kind, %s', (text, name) => {
    const takers = Object.entries<TargetKind>(kinds).filter(([, kind]) => kind.takes(text));
    expect(takers.map(([taker]) => taker)).toEqual([name]);
  });
});

/** Names of the files of a folder without its registry, in order. */
async function namesIn(folder: string, registry = 'index'): Promise<string[]> {
  const files = await readdir(join(ROOT, folder));
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => name !== registry)
    .toSorted();
}
