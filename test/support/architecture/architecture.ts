import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** The layers of `src/`: each may import itself and those of the lines before it. */
const LAYERS = [
  ['input'],
  ['contract'],
  ['exchange'],
  ['answers'],
  ['target'],
  ['conformance', 'measure'],
  ['load', 'explore'],
  ['report'],
  ['commands'],
  ['cli', 'library'],
];

/** The only imports between `src/` and its neighbours, each from one file to one file. */
const BRIDGES: readonly (readonly [from: string, to: string])[] = [
  // The options of the reference gateway are listed once; `assay serve` shows them.
  ['src/commands/serve.ts', 'reference-server/options.ts'],
  // Hostile behaviours and variants are listed once; `assay list` shows them.
  ['src/commands/reference/list.ts', 'reference-server/hostile/behaviours/index.ts'],
  ['src/commands/reference/list.ts', 'reference-server/alterations.ts'],
  // Both make a certificate for their clients.
  ['src/commands/traffic/client-traffic.ts', 'reference-server/http/certificate.ts'],
  // Both accept clients of HTTP/1.1 and of HTTP/2.
  ['src/load/watching/client-server.ts', 'reference-server/http/accept-clients.ts'],
  // Both programs end in the same way.
  ['src/cli.ts', 'reference-server/finish-compiling.ts'],
  // Both programs propose the name that was meant.
  ['reference-server/options.ts', 'src/input/did-you-mean.ts'],
  // The settings of a scenario are typed where they are read.
  ['src/load/scenarios/settings.ts', 'scenarios/lib/settings.ts'],
  // Scenarios are listed once: there each is run, here each is named, mixed and excluded.
  ['src/load/scenarios/scenario-files.ts', 'scenarios/catalogue.ts'],
];

const NAMELESS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc']);
const NAMELESS_ENDING = /(?:^|-)(?:manager|service)$/;
const KEBAB_CASE = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test|\.d)?$/;
const GO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
const MOST_LINES = 400;

/** Source files at the top of one folder: with more it is no longer a table of contents. */
const MOST_FILES = 20;
const REGISTRIES = [
  /^src\/conformance\/rules\/[^/]+$/,
  /^src\/conformance\/probes$/,
  // A table for each rule, in folders like those of the rules.
  /^test\/conformance\/rules\/[^/]+$/,
];

/** What the files of a project do that its architecture forbids, one sentence each. */
export function breachesOf(files: readonly SourceFile[]): string[] {
  const ofFiles = files.flatMap((file) => [
    ...file.imports
      .filter((imported) => !mayImport(file.path, imported))
      .map((imported) => `${file.path} imports ${imported}`),
    ...nameBreaches(file),
    ...sizeBreaches(file),
    ...processBreaches(file),
  ]);
  return [...ofFiles, ...circlesIn(files), ...mutualFolders(files), ...fullFolders(files)];
}

/** The folders below these stand in an order: no two of them import each other. */
const ORDERED = ['src/commands'];

function mutualFolders(files: readonly SourceFile[]): string[] {
  return ORDERED.flatMap((parent) => {
    const roomOf = (path: string) =>
      posix.dirname(posix.dirname(path)) === parent ? posix.dirname(path) : undefined;
    const arrows = new Set(
      files.flatMap(({ path, imports }) =>
        imports.map((imported) => `${roomOf(path)} and ${roomOf(imported)}`),
      ),
    );
    return [...arrows].filter((arrow) => {
      const [one = '', other = ''] = arrow.split(' and ');
      const isPair = ![one, other].includes('undefined') && one < other;
      return isPair && arrows.has(`${other} and ${one}`);
    });
  }).map((pair) => `${pair} import each other`);
}

/** Files that import each other, by types too: each circle once, as its members in order of name. */
function circlesIn(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ path, imports: imported }) => [path, imported]));
  const reach = (path: string) => {
    const reached = new Set<string>();
    const open = [...(imports.get(path) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(imports.get(next) ?? []));
    }
    return reached;
  };
  const reached = new Map(files.map(({ path }) => [path, reach(path)]));
  const circles = files
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) =>
      [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).toSorted(),
    );
  return [...new Set(circles.map((circle) => `a circle of imports: ${circle.join(', ')}`))];
}

function fullFolders(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => !path.endsWith('_test.go'));
  const folders = Map.groupBy(sources, ({ path }) => posix.dirname(path));
  return [...folders]
    .filter(
      ([folder, { length }]) => length > MOST_FILES && !REGISTRIES.some((r) => r.test(folder)),
    )
    .map(([folder, { length }]) => `${folder} has ${length} source files at its top`);
}

function mayImport(path: string, imported: string): boolean {
  if (BRIDGES.some(([from, to]) => from === path && to === imported)) return true;
  switch (areaOf(path)) {
    case 'src':
      return isPackage(imported) || mayLayerImport(path, imported);
    case 'reference-server':
      return imported.startsWith('node:') || areaOf(imported) === 'reference-server';
    case 'scenarios':
      return mayScenarioImport(imported);
    default:
      return true;
  }
}

/** A scenario knows k6, the library and the catalogue, but no other scenario. */
function mayScenarioImport(imported: string): boolean {
  if (isPackage(imported))
    return imported === 'k6' || imported.startsWith('k6/') || imported === 'assay:scenarios';
  return imported.startsWith('scenarios/lib/') || imported === 'scenarios/catalogue.ts';
}

function isPackage(imported: string): boolean {
  return !/\.(?:ts|js)$/.test(imported);
}

function areaOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

function mayLayerImport(path: string, imported: string): boolean {
  return layerOf(path) === layerOf(imported) || floorOf(imported) < floorOf(path);
}

function layerOf(path: string): string {
  const [area, name = ''] = path.split('/');
  return area === 'src' ? name.replace(/\.ts$/, '') : '';
}

/** Above every layer when the file is in none. */
function floorOf(path: string): number {
  const layer = layerOf(path);
  const floor = LAYERS.findIndex((layers) => layers.includes(layer));
  return floor === -1 ? Number.POSITIVE_INFINITY : floor;
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

/** The command line also runs within a test: there it neither ends the process nor writes past the test. */
function processBreaches({ path, text }: SourceFile): string[] {
  if (areaOf(path) !== 'src') return [];
  return [
    ...(/process\.exit\(/.test(text) ? [`${path} ends the process: only bin/assay.js may`] : []),
    ...(/process\.std(?:out|err)\./.test(text)
      ? [`${path} writes to the process: src/commands/terminal/output.ts knows where to`]
      : []),
  ];
}
