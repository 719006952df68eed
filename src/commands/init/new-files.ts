import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { shellQuote } from '../../exchange/curl.ts';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';
import { errorCode } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import { makeFolder } from '../../input/write-files.ts';
import { PACKAGE_NAME } from '../../report/manifest.ts';
import type { CiServer } from './configuration-text.ts';

/** The paths of what `assay init` writes, from the working folder. */
export interface PlannedFiles {
  readonly configuration: string;
  readonly schema: string;
  readonly baseline: string;
  /** Absent without a CI server. */
  readonly workflow?: string;
  /** The root of the repository, or the working folder. */
  readonly root: string;
}

const SCHEMA = join('.assay', 'assay.schema.json');

/**
 * @param file the configuration, as named by the user
 * @param root absolute path of the folder that the CI server runs in
 */
export function plannedFiles(file: string, root: string, ci: CiServer | undefined): PlannedFiles {
  const folder = dirname(file);
  const name = basename(file, extname(file));
  const job = name === 'assay' ? 'assay' : `assay-${name}`;
  const workflow = ci && join(root, ...FOLDERS[ci], `${job}.yml`);
  return {
    configuration: file,
    schema: join(folder, SCHEMA),
    baseline: join(folder, `${name}.baseline.yaml`),
    ...(workflow !== undefined && { workflow: relative('.', workflow) }),
    root,
  };
}

const FOLDERS: Readonly<Record<CiServer, readonly string[]>> = {
  github: ['.github', 'workflows'],
  gitlab: ['.gitlab'],
};

/** The arguments of a gate with these files, when it runs in a folder. */
export function gateArguments({ configuration, baseline }: PlannedFiles, folder: string): string {
  const from = (path: string) => shellQuote(slashes(relative(folder, resolve(path))));
  const config = from(configuration);
  return [
    'gate',
    ...(config === 'assay.yaml' ? [] : ['--config', config]),
    '--baseline',
    from(baseline),
  ].join(' ');
}

/** The path of the schema from the folder of the configuration, as an editor reads it. */
export function schemaReference({ configuration, schema }: PlannedFiles): string {
  return `./${slashes(relative(dirname(configuration), schema))}`;
}

/** The schema of this version, which needs neither this machine nor the network when committed. */
export async function schemaText(): Promise<string> {
  return await readFile(join(PACKAGE_FOLDER, 'docs', 'schema', 'assay.schema.json'), 'utf8');
}

function slashes(path: string): string {
  return path.replaceAll(sep, '/');
}

/** The path of the schema in the example, relative to it. */
const EXAMPLE_SCHEMA = './schema/assay.schema.json';

/**
 * The example of the documentation.
 * @param schema the path of the schema, from the folder of the file
 */
export async function exampleText(schema: string): Promise<string> {
  const text = await readFile(join(PACKAGE_FOLDER, 'docs', 'assay.example.yaml'), 'utf8');
  return text.replace(EXAMPLE_SCHEMA, schema);
}

/** The nearest folder, upwards, with a repository of git; the working folder where there is none. */
export function repositoryRoot(folder: string): string {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? process.cwd() : repositoryRoot(parent);
}

const ManifestSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/**
 * The files that package.json there installs Assay and its engine from, by paths from the working folder;
 * undefined where it does not name Assay.
 */
export async function filesOfAssay(root: string): Promise<readonly string[] | undefined> {
  const dependencies = await dependenciesOf(join(root, 'package.json'));
  if (!(PACKAGE_NAME in dependencies)) return undefined;
  return Object.entries(dependencies).flatMap(([name, place]) => {
    const file = /^file:(.+)/.exec(place)?.[1];
    if (file === undefined || !name.includes('assay')) return [];
    return [slashes(relative('.', resolve(root, file)))];
  });
}

/** None of a file that is missing or malformed. */
async function dependenciesOf(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const manifest = ManifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    return {};
  }
}

const REPORTS = 'reports/';
const IGNORES_REPORTS = /^\/?reports(\/.*)?\s*$/m;

/** The line of .gitignore for reports; nothing where it is there, or where nothing shows a repository. */
export async function ignoredReports(
  { root, configuration }: PlannedFiles,
  ci: CiServer | undefined,
): Promise<readonly NewFile[]> {
  const isOutside = relative(root, resolve(configuration)).startsWith('..');
  if (isOutside || (ci === undefined && !existsSync(join(root, '.git')))) return [];
  const path = relative('.', join(root, '.gitignore'));
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === undefined) return [{ path, text: `${REPORTS}\n` }];
  if (IGNORES_REPORTS.test(before)) return [];
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  return [{ path, text: `${end}${REPORTS}\n`, before }];
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** What the file has already: the text is added to it. */
  readonly before?: string;
}

/** @throws UsageError when one of the files exists */
export function refuseExisting(paths: readonly string[]): void {
  const there = paths.find((path) => existsSync(path));
  if (there !== undefined) throw alreadyThere(there);
}

/**
 * Writes all files and the folders that they need, or nothing.
 * @throws UsageError when a file exists or cannot be written
 */
export async function writeNewFiles(files: readonly NewFile[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { path, text, before } of files) {
      const made = await makeFolder(dirname(path)).catch(failedAt(path));
      if (made !== undefined) undo.push(() => rm(made, { recursive: true }));
      const flag = before === undefined ? 'wx' : 'a';
      await writeFile(path, text, { flag }).catch(failedAt(path));
      undo.push(() => (before === undefined ? rm(path, { force: true }) : writeFile(path, before)));
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {});
    throw error;
  }
}

function failedAt(path: string): (error: unknown) => never {
  return (error) => {
    const code = errorCode(error);
    if (code === 'EEXIST') throw alreadyThere(path);
    throw new UsageError(`Cannot write ${path} (${code}). Check its folder.`, { cause: error });
  };
}

function alreadyThere(path: string): UsageError {
  return new UsageError(`${path} already exists. Choose another name or delete it.`);
}
