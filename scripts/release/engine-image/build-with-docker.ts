import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINE_FOLDER } from '../../../src/load/engine/sources.ts';
import { billOfMaterials, type SystemPackage } from './bill-of-materials.ts';
import type { Build, ImageName, Processor } from './build.ts';

const run = promisify(execFile);
const PATIENCE_MS = 5000;

export async function dockerAnswers(): Promise<boolean> {
  return run('docker', ['version'], { timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * Builds engine/Dockerfile. Each image has the processor behind its tag; that of this machine has the
 * plain tag too.
 */
export const buildWithDocker: Build = async (image, processors, _folder, say) => {
  const own = (await docker('version', '--format', '{{.Server.Arch}}')).trim();
  const built = [];
  for (const processor of processors) {
    const tag = `${image.name}:${image.version}-${processor}`;
    const platforms = [`BUILDPLATFORM=linux/${own}`, `TARGETARCH=${processor}`];
    say(`Building ${tag} …`);
    await docker(
      'build',
      `--platform=linux/${processor}`,
      // BuildKit knows them; the builder of older engines does not.
      ...platforms.map((argument) => `--build-arg=${argument}`),
      `--tag=${tag}`,
      ENGINE_FOLDER,
    );
    if (processor === own) await docker('tag', tag, `${image.name}:${image.version}`);
    built.push({ processor, sbom: await billOf(image, tag, processor) });
  }
  return built;
};

/** Reads the files of the image: the programs of another processor cannot run here. */
async function billOf(image: ImageName, tag: string, processor: Processor): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-image-'));
  const container = (await docker('create', `--platform=linux/${processor}`, tag)).trim();
  try {
    const copies = ['/usr/bin/k6', '/lib/apk/db/installed'].map(async (path) => {
      const copy = join(folder, path.replaceAll('/', '-'));
      await docker('cp', `${container}:${path}`, copy);
      return copy;
    });
    const [program = '', installed = ''] = await Promise.all(copies);
    const packages = alpinePackages(await readFile(installed, 'utf8'), processor);
    return await billOfMaterials(image, program, packages);
  } finally {
    await docker('rm', container);
    await rm(folder, { recursive: true });
  }
}

/** @param text the database of Alpine's package manager: `P:` name and `V:` version of each */
function alpinePackages(text: string, processor: Processor): SystemPackage[] {
  return [...text.matchAll(/^P:(.*)\nV:(.*)$/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
    purl: `pkg:apk/alpine/${name}@${version}?arch=${processor}`,
  }));
}

async function docker(...command: string[]): Promise<string> {
  return (await run('docker', command, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}
