import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../input/package-files.ts';

const ManifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** As npm writes it: `git+https://host/owner/name.git`. */
  repository: z.object({ url: z.string() }).optional(),
});

type Manifest = z.infer<typeof ManifestSchema>;

const manifest = ManifestSchema.parse(
  JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')),
);

export const ASSAY_VERSION = manifest.version;

/** The address of the project, for people. */
export const PROJECT_ADDRESS = pageAddress(manifest);

/** The address of a page of the repository, at this version, or of a heading on it. */
export function pageUri(path: string, heading?: string): string {
  return pageAddress(manifest, path, heading);
}

/** Without `repository` in package.json, the path within the package (purl), which is a fragment itself. */
export function pageAddress(
  { name, version, repository }: Manifest,
  path?: string,
  heading?: string,
): string {
  const url = repository?.url.replace(/^git\+|\.git$/g, '');
  const project = url ?? `pkg:npm/${name}@${version}`;
  if (path === undefined) return project;
  const page = url === undefined ? `${project}#${path}` : `${url}/blob/v${version}/${path}`;
  const mark = url === undefined ? encodeURIComponent('#') : '#';
  return heading === undefined ? page : `${page}${mark}${heading}`;
}
