import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** The layers of `src/`: each may import itself and whatever stands before it. */
const LAYERS = [
  'words',
  'quantity',
  'contract',
  'exchange',
  'target',
  'conformance',
  'measure',
  'load',
  'report',
  'commands',
  'cli',
];

/** The only ways between `src/` and its neighbours, each with its one traveller. */
const BRIDGES = new Map([
  // The options of the reference gateway are listed once; `assay serve` shows them.
  ['src/commands/serve.ts', 'reference-server/options.ts'],
  // What a scenario is told is typed where it is read.
  ['src/load/scenario-settings.ts', 'scenarios/lib/settings.ts'],
  // How often a scenario sends an operation is drawn there, and reported where it is left out.
  ['src/load/offered-mix.ts', 'scenarios/lib/operation-shares.ts'],
]);

const NAMELESS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc']);
const NAMELESS_ENDING = /(?:^|-)(?:manager|service)$/;
const KEBAB_CASE = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test|\.d)?$/;
const GO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
const MOST_LINES = 400;

/** What the files of a project do that its architecture forbids, one sentence each. */
export function breachesOf(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...file.imports
      .filter((imported) => !mayImport(file.path, imported))
      .map((imported) => `${file.path} imports ${imported}`),
    ...nameBreaches(file),
    ...sizeBreaches(file),
    ...exitBreaches(file),
  ]);
}

function mayImport(path: string, imported: string): boolean {
  if (BRIDGES.get(path) === imported) return true;
  switch (areaOf(path)) {
    case 'src':
      return isPackage(imported) || layerOf(imported) <= layerOf(path);
    case 'reference-server':
      return imported.startsWith('node:') || areaOf(imported) === 'reference-server';
    case 'scenarios':
      return mayScenarioImport(path, imported);
    default:
      return true;
  }
}

/** A scenario knows k6 and the library; the registry of shapes knows scenarios, and `mixed` it. */
function mayScenarioImport(path: string, imported: string): boolean {
  if (isPackage(imported)) return imported === 'k6' || imported.startsWith('k6/');
  if (imported.startsWith('scenarios/lib/')) return true;
  if (path === 'scenarios/shapes.ts') return posix.dirname(imported) === 'scenarios';
  return path === 'scenarios/mixed.ts' && imported === 'scenarios/shapes.ts';
}

function isPackage(imported: string): boolean {
  return !/\.(?:ts|js)$/.test(imported);
}

function areaOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

/** Beyond every layer when it is in none. */
function layerOf(path: string): number {
  const [area, name = ''] = path.split('/');
  const layer = area === 'src' ? LAYERS.indexOf(name.replace(/\.ts$/, '')) : -1;
  return layer === -1 ? Number.POSITIVE_INFINITY : layer;
}

function nameBreaches({ path }: SourceFile): string[] {
  const { name, ext } = posix.parse(path);
  const parts = [...posix.dirname(path).split('/'), name];
  const nameless = parts.some((part) => NAMELESS.has(part) || NAMELESS_ENDING.test(part));
  const pattern = ext === '.go' ? GO_NAME : KEBAB_CASE;
  return [
    ...(nameless ? [`${path} has a name that says nothing`] : []),
    ...(pattern.test(name) ? [] : [`${path} is not in kebab-case`]),
  ];
}

function sizeBreaches({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1;
  return lines > MOST_LINES && areaOf(path) !== 'test' ? [`${path} has ${lines} lines`] : [];
}

function exitBreaches({ path, text }: SourceFile): string[] {
  const exits = areaOf(path) === 'src' && path !== 'src/cli.ts' && /process\.exit\(/.test(text);
  return exits ? [`${path} ends the process: only src/cli.ts may`] : [];
}
