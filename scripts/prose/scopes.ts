/** What the linter reads: files, and folders with all that is in them. */
export const LINTED: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.github',
  'docs',
  'reports/README.md',
  'src',
  'reference-server',
  'scenarios',
  'engine',
  'bench',
  'scripts',
  'test',
  'vitest.config.ts',
  'vitest.deep.config.ts',
];

/** Pages written from the source, which is linted in their place, and evidence kept as it was. */
export const GENERATED: readonly string[] = [
  'docs/rules',
  'docs/schema',
  'docs/commands.md',
  'docs/settings.md',
  // The wrong wordings themselves.
  'scripts/prose/terms.ts',
  'scripts/prose/sentences.ts',
  'test/scripts/prose.test.ts',
];

/** Linted only when they are named on the command line. An entry goes when it is clean. */
export const notYetClean: readonly string[] = [];

/** Pages and strings about the inside of Assay, which may use its own words for what is there. */
const FOR_MAINTAINERS: readonly string[] = [
  'CONTRIBUTING.md',
  '.github',
  'docs/architecture.md',
  'docs/tap.md',
  'docs/upstream.md',
  'docs/writing-a-rule.md',
  'bench',
  'engine',
  'scripts',
  'test',
  'vitest.config.ts',
  'vitest.deep.config.ts',
];

export function readersOf(path: string): 'users' | 'maintainers' {
  return FOR_MAINTAINERS.some((page) => isIn(path, page)) ? 'maintainers' : 'users';
}

export function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
