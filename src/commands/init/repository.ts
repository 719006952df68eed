import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

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

/** Whether package.json there names Assay. */
export async function dependsOnAssay(root: string): Promise<boolean> {
  try {
    const manifest = ManifestSchema.parse(
      JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
    );
    return 'assay' in { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    return false;
  }
}
