import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

/** A file that lists the files of its folder, one a line, and holds nothing else. */
export interface Registry {
  readonly folder: string;
  readonly file: string;
  /** Stands after the name of each export, such as `Profile`. */
  readonly suffix?: string;
}

/** How a registry and the files of its folder disagree, one sentence each. */
export async function registryBreaches(root: string, registry: Registry): Promise<string[]> {
  const { folder, file } = registry;
  const path = `${folder}/${file}`;
  const lines = (await readFile(join(root, path), 'utf8')).split('\n').filter(Boolean);
  const expected = await filesOf(join(root, folder), file);
  const wanted = new Map(expected.map((name) => [lineOf(name, registry), name]));
  return [
    ...lines
      .filter((line) => !wanted.has(line))
      .map((line) => `${path} has an unexpected line: ${line}`),
    ...[...wanted]
      .filter(([line]) => !lines.includes(line))
      .map(([line, name]) => `${path} misses ${name}: ${line}`),
  ];
}

async function filesOf(folder: string, without: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.ts') && file !== without)
    .map((file) => parse(file).name);
}

function lineOf(name: string, { suffix = '' }: Registry): string {
  return `export { ${camelCase(name)}${suffix} } from './${name}.ts';`;
}

export function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
