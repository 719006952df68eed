import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../input/package-files.ts';

const ManifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});

type Manifest = z.infer<typeof ManifestSchema>;

const manifest = ManifestSchema.parse(
  JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')),
);

export const ASSAY_VERSION = manifest.version;

/** The address of the project, for people. */
export const PROJECT_ADDRESS = projectAddress(manifest);

/** The address of a page of the repository, at this version, or of a heading on it. */
export function pageUri(path: string, heading?: string): string {
  return pageAddress(manifest, path, heading);
}

/** Without `repository` in package.json, the identifier of the package (purl). */
export function projectAddress(from: Manifest): string {
  return repositoryOf(from) ?? `pkg:npm/${from.name}@${from.version}`;
}

/** Without `repository`, the path within the package (purl), which is a fragment itself. */
export function pageAddress(from: Manifest, path: string, heading?: string): string {
  const repository = repositoryOf(from);
  const address =
    repository === undefined
      ? `${projectAddress(from)}#${path}`
      : `${repository}/blob/v${from.version}/${path}`;
  if (heading === undefined) return address;
  return `${address}${repository === undefined ? encodeURIComponent('#') : '#'}${heading}`;
}

/** `git+https://host/owner/name.git` and `host:owner/name` are how npm writes it. */
function repositoryOf({ repository }: Manifest): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const path = /^(?:git\+)?(https:\/\/[^#]+?)(?:\.git)?(?:#.*)?$/.exec(url ?? '')?.[1];
  if (path !== undefined) return path;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url ?? '')?.[1];
  return short === undefined ? undefined : `https://github.com/${short}`;
}
