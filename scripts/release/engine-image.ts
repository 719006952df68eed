import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSAY_VERSION } from '../../src/report/assay-version.ts';
import { buildWithDocker, dockerAnswers } from './engine-image/build-with-docker.ts';
import { writeWithoutDocker } from './engine-image/write-without-docker.ts';
import { PLATFORMS, PROCESSORS } from './platforms.ts';

/**
 * Builds the image of the load engine that runs on a cluster, for Linux on x64 and arm64:
 *   npm run engine:image [-- --archive] [x64|arm64 …]
 * With a Docker engine it builds engine/Dockerfile. Without one, and with --archive, it writes an archive to
 * dist/release, of the same layout, with the shell of a Debian package. The bill of materials of each image
 * lies in dist/release.
 */

const RELEASE = join(import.meta.dirname, '..', '..', 'dist', 'release');
const KNOWN = Object.keys(PROCESSORS);

const wanted = process.argv.slice(2).filter((argument) => argument !== '--archive');
const unknown = wanted.filter((name) => !KNOWN.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown processor: ${unknown.join(', ')}. Known are ${KNOWN.join(', ')}.\n`,
  );
  process.exit(3);
}

const processors = PLATFORMS.filter(
  ({ os, cpu }) => os === 'linux' && (wanted.length === 0 || wanted.includes(cpu)),
).map(({ cpu }) => PROCESSORS[cpu]);
const reference = { name: 'assay-engine', version: ASSAY_VERSION } as const;
const say = (line: string) => process.stdout.write(`${line}\n`);

await mkdir(RELEASE, { recursive: true });
const withDocker = !process.argv.includes('--archive') && (await dockerAnswers());
const build = withDocker ? buildWithDocker : writeWithoutDocker;
for (const { processor, sbom } of await build(reference, processors, RELEASE, say)) {
  const file = join(RELEASE, `${reference.name}-${reference.version}-linux-${processor}.cdx.json`);
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
  say(`Wrote ${file}.`);
}
