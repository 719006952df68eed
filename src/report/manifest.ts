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

/** The name of the npm package, which `package.json` of a project names. */
export const PACKAGE_NAME = manifest.name;

/**
 * An address for people: the project, a page of its repository at this version, or a heading on that page.
 * Without `repository` in package.json, the path within the package (purl), which is a fragment itself.
 */
export function pageAddress(
  path?: string,
  heading?: string,
  { name, version, repository }: Manifest = manifest,
): string {
  const url = repository?.url.replace(/^git\+|\.git$/g, '');
  const project = url ?? `pkg:npm/${name.replace('@', '%40')}@${version}`;
  if (path === undefined) return project;
  const page = url === undefined ? `${project}#${path}` : `${url}/blob/v${version}/${path}`;
  const mark = url === undefined ? encodeURIComponent('#') : '#';
  return heading === undefined ? page : `${page}${mark}${heading}`;
}
