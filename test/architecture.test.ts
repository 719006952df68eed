import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { breachesOf } from './support/architecture/architecture.ts';
import { overBudget, ROOM_BUDGETS } from './support/architecture/room-budgets.ts';
import { readSourceTree } from './support/architecture/source-tree.ts';
import { folderOfTest } from './support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'reference-server', 'scenarios', 'engine', 'bench', 'scripts', 'test'];

test('architecture: the project has no breach', async () => {
  const files = await readSourceTree(ROOT, FOLDERS);
  expect(files.length).toBeGreaterThan(100);
  expect(breachesOf(files)).toEqual([]);
});

test('architecture: no room has more lines than its budget', async () => {
  const files = await readSourceTree(ROOT, FOLDERS);
  expect(overBudget(files, ROOM_BUDGETS)).toEqual([]);
  expect(files.filter(({ path }) => !isBudgeted(path))).toEqual([
    expect.objectContaining({ path: 'src/cli.ts' }),
  ]);
});

test('architecture: a room with a line more than its budget is named with both numbers', () => {
  const room = { path: 'src/load/a.ts', text: 'a;\nb;\n', imports: [] };
  expect(overBudget([room], { 'src/load': 1 })).toEqual(['src/load has 2 lines, and may have 1']);
  expect(overBudget([room], { 'src/load': 2 })).toEqual([]);
});

test.each([
  [
    'an import from a layer to its right',
    'src/contract/chat.ts',
    "import { a } from '../load/tap.ts';",
  ],
  [
    'a type from a layer to its right',
    'src/measure/slo.ts',
    "import type { A } from '../report/run-report.ts';",
  ],
  [
    'an import over several lines',
    'src/contract/chat.ts',
    "import {\n  a,\n} from '../load/tap.ts';",
  ],
  ['a passed-on export', 'src/target/index.ts', "export * from '../commands/gate.ts';"],
  [
    'an import at run time',
    'src/target/index.ts',
    "const a = await import('../commands/gate.ts');",
  ],
  [
    'a folder that is not a layer',
    'src/contract/chat.ts',
    "import { a } from '../elsewhere/a.ts';",
  ],
  [
    'the reference gateway from src',
    'src/target/embedded.ts',
    "import { a } from '../../reference-server/server.ts';",
  ],
  ['the tests from src', 'src/load/tap.ts', "import { a } from '../../test/load/tap.ts';"],
  [
    'src from the reference gateway',
    'reference-server/server.ts',
    "import { a } from '../src/contract/chat.ts';",
  ],
  [
    'a package from the reference gateway',
    'reference-server/server.ts',
    "import { z } from 'zod';",
  ],
  ['src from a scenario', 'scenarios/chat.ts', "import { a } from '../src/contract/chat.ts';"],
  ['Node from a scenario', 'scenarios/lib/draw.ts', "import { a } from 'node:crypto';"],
  ['a scenario from its library', 'scenarios/lib/draw.ts', "import { chat } from '../chat.ts';"],
  ['a scenario from another', 'scenarios/chat.ts', "import { a } from './images.ts';"],
])('architecture: %s is a breach', async (_, path, text) => {
  const breaches = await breachesWith({ [path]: text });
  expect(breaches).toEqual([expect.stringMatching(new RegExp(`^${path} imports `))]);
});

test.each([
  ['a file without a name', 'src/load/utils.ts', '', 'has a name that says nothing'],
  ['a folder without a name', 'src/load/helpers/a.ts', '', 'has a name that says nothing'],
  ['a manager', 'src/load/engine-manager.ts', '', 'has a name that says nothing'],
  ['a file in camel case', 'src/load/loadEngine.ts', '', 'is not in kebab-case'],
  ['a file that is too long', 'src/load/tap.ts', '\n'.repeat(401), 'has 401 lines'],
  ['an exit', 'src/load/tap.ts', 'process.exit(1);', 'ends the process: only bin/assay.js may'],
  [
    'output',
    'src/load/tap.ts',
    'process.stderr.write("x");',
    'writes to the process: src/commands/terminal/output.ts knows where to',
  ],
])('architecture: %s is a breach', async (_, path, text, breach) => {
  expect(await breachesWith({ [path]: text })).toEqual([`${path} ${breach}`]);
});

test('architecture: a circle of imports is a breach, even of types alone', async () => {
  const breaches = await breachesWith({
    'src/load/a.ts': "import type { B } from './b.ts';",
    'src/load/b.ts': "import type { C } from './c.ts';",
    'src/load/c.ts': "export type { A } from './a.ts';",
    'src/load/outside.ts': "import { a } from './a.ts';",
  });
  expect(breaches).toEqual(['a circle of imports: src/load/a.ts, src/load/b.ts, src/load/c.ts']);
});

test('architecture: two folders of commands that import each other are a breach', async () => {
  const breaches = await breachesWith({
    'src/commands/run/a.ts': "import { b } from '../options/b.ts';",
    'src/commands/options/b.ts': '',
    'src/commands/options/c.ts': "import { d } from '../run/d.ts';",
    'src/commands/run/d.ts': '',
  });
  expect(breaches).toEqual(['src/commands/options and src/commands/run import each other']);
});

test('architecture: a file that imports itself is a breach', async () => {
  const breaches = await breachesWith({ 'src/load/a.ts': "import type { A } from './a.ts';" });
  expect(breaches).toEqual(['a circle of imports: src/load/a.ts']);
});

test.each([
  ['src/load', 'src/load has 21 source files at its top'],
  ['test/load', 'test/load has 21 source files at its top'],
  ['src/conformance/rules/chat', undefined],
  ['src/conformance/probes', undefined],
])(
  'architecture: 21 files at the top of %s are a breach unless it is a registry',
  async (folder, breach) => {
    const files = Array.from({ length: 21 }, (_, index) => [`${folder}/file-${index}.ts`, '']);
    const breaches = await breachesWith(Object.fromEntries(files));
    expect(breaches).toEqual(breach === undefined ? [] : [breach]);
  },
);

test('architecture: 20 files at the top of a folder and more below it are not a breach', async () => {
  const files = Array.from({ length: 20 }, (_, index) => [`src/load/file-${index}.ts`, '']);
  const below = { 'src/load/tap/tap.ts': '', 'engine/tap/tap.go': '' };
  expect(await breachesWith({ ...Object.fromEntries(files), ...below })).toEqual([]);
});

test.each([
  [
    'measuring',
    'conformance',
    'src/measure/form.ts',
    "import { a } from '../conformance/rule.ts';",
  ],
  ['conformance', 'measuring', 'src/conformance/a.ts', "import { a } from '../measure/form.ts';"],
])('architecture: %s and %s do not import each other', async (_one, _other, path, text) => {
  expect(await breachesWith({ [path]: text })).toEqual([
    expect.stringMatching(new RegExp(`^${path} imports `)),
  ]);
});

test('architecture: what the design allows is not a breach', async () => {
  const breaches = await breachesWith({
    'src/report/outcome.ts': "import { a } from '../contract/chat.ts';\nimport { z } from 'zod';",
    'src/commands/serve.ts': "import { OPTIONS } from '../../reference-server/options.ts';",
    'reference-server/server.ts': "import { a } from './a.ts';\nimport 'node:http';",
    'scenarios/chat.ts': "import { a } from './lib/a.ts';\nimport gateway from 'k6/x/gateway';",
    'engine/gateway/sse_test.go': '',
  });
  expect(breaches).toEqual([]);
});

function isBudgeted(path: string): boolean {
  return Object.keys(ROOM_BUDGETS).some((room) => path.startsWith(`${room}/`));
}

/** What is wrong with a small project of these files. */
async function breachesWith(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await folderOfTest('tree');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const folders = new Set(Object.keys(files).map((path) => path.split('/', 1)[0] ?? ''));
  return breachesOf(await readSourceTree(root, [...folders]));
}
