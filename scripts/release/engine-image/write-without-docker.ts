import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINE_FOLDER } from '../../../src/load/engine/sources.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import type { Build, Processor } from './build.ts';
import { type DebianPackage, debianPackages } from './debian-packages.ts';
import { writeImage } from './write-image.ts';

const DIST = join(import.meta.dirname, '..', '..', '..', 'dist', 'engine-image');
/** The user and the group of engine/Dockerfile, which have no name there either. */
const USER = '12345:12345';
const HOME = 'home/k6';
const SHELL = 'busybox-static';
const CERTIFICATES = 'ca-certificates';

/** What the operator's initializer, `kubectl cp` and a look into a container call. */
const APPLETS =
  '[ awk basename cat chmod cp cut date dd df dirname du echo env expr false find grep gzip head id kill ls mkdir mktemp mv nc nslookup printf ps pwd readlink rm rmdir sed seq sh sha256sum sleep sort stat tail tar tee test touch tr true uname uniq vi wc wget xargs';

/**
 * Writes what engine/Dockerfile builds as one archive for all processors, for a machine with neither an
 * engine of Docker nor a registry of images. Instead of Alpine it contains busybox and the certificates of Debian.
 */
export const writeWithoutDocker: Build = async (image, processors, folder, say) => {
  const contents = [];
  const built = [];
  for (const processor of processors) {
    say(`Making the files of the image for ${processor} …`);
    const root = join(DIST, processor, 'root');
    const packages = await layOut(root, processor);
    contents.push({ processor, root, home: HOME, config: { ...CONFIG, Labels: labels(image) } });
    const program = join(root, 'usr', 'bin', 'k6');
    built.push({ processor, sbom: await billOfMaterials(image, program, packages.map(described)) });
  }
  const [first, ...others] = contents;
  if (first === undefined) return built;
  const file = join(folder, `${image.name}-${image.version}.oci.tar`);
  await writeImage(file, `${image.name}:${image.version}`, [first, ...others]);
  say(`Wrote ${file}. docker load, ctr images import and skopeo copy oci-archive: read it.`);
  return built;
};

const CONFIG = {
  User: USER,
  Entrypoint: ['k6'],
  WorkingDir: `/${HOME}`,
  Env: [`HOME=/${HOME}`],
} as const;

function labels({ name, version }: { readonly name: string; readonly version: string }) {
  return {
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'AGPL-3.0-only AND GPL-2.0-only AND MPL-2.0',
  };
}

/** Makes the files of an image below `root`; the engine that is there is built again only if its source changed. */
async function layOut(root: string, processor: Processor): Promise<readonly DebianPackage[]> {
  const program = join(DIST, processor, 'k6');
  await rm(root, { recursive: true, force: true });
  const packages = await debianPackages([SHELL, CERTIFICATES], processor);
  const folderOf = (wanted: string) => packages.find(({ name }) => name === wanted)?.folder ?? root;
  await buildEngine(program, processor);
  for (const path of ['bin', 'usr/bin', 'etc/ssl/certs', 'tmp', HOME, 'usr/share/licenses/k6']) {
    await mkdir(join(root, path), { recursive: true });
  }
  await chmod(join(root, 'tmp'), 0o1777);
  await cp(program, join(root, 'usr', 'bin', 'k6'));
  await cp(join(ENGINE_FOLDER, 'LICENSE'), join(root, 'usr', 'share', 'licenses', 'k6', 'LICENSE'));
  await cp(join(folderOf(SHELL), 'bin', 'busybox'), join(root, 'bin', 'busybox'));
  for (const name of APPLETS.split(' ')) await symlink('busybox', join(root, 'bin', name));
  for (const { name, folder } of packages) {
    const notice = join('usr', 'share', 'doc', name, 'copyright');
    await cp(join(folder, notice), join(root, 'usr', 'share', 'licenses', name));
  }
  await writeFile(
    join(root, 'etc', 'ssl', 'certs', 'ca-certificates.crt'),
    await authorities(join(folderOf(CERTIFICATES), 'usr', 'share', 'ca-certificates', 'mozilla')),
  );
  return packages;
}

/** Those of the package: those of this machine can contain others, which must not leave it. */
async function authorities(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

async function buildEngine(program: string, processor: Processor): Promise<void> {
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags=-s -w'];
  await promisify(execFile)('go', ['build', ...flags, '-o', program, '.'], {
    cwd: ENGINE_FOLDER,
    env: { ...process.env, CGO_ENABLED: '0', GOOS: 'linux', GOARCH: processor },
  });
}

function described({ name, version }: DebianPackage) {
  return { name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}` };
}
