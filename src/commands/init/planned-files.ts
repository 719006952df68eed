import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { shellQuote } from '../../exchange/curl/shell-quote.ts';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';
import type { CiServer } from './workflow-text.ts';

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
