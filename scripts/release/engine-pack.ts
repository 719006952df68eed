import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENGINE_FOLDER } from '../../src/load/engine/build-engine.ts';
import { engineFile, enginePackage } from '../../src/load/engine/find-engine.ts';
import { ASSAY_VERSION, PACKAGE_NAME } from '../../src/report/manifest.ts';
import { writeChecksums } from './checksums.ts';
import { nameOf, PLATFORMS, type Platform, PROCESSORS, SYSTEMS } from './platforms.ts';

/**
 * Builds the load engine for each platform and packs it as an npm package, so that users need no Go:
 *   npm run engine:pack [-- linux-x64 …]
 * `dist/release` then holds the packages, and SHA256SUMS with their digests.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const RELEASE = join(ROOT, 'dist', 'release');

const run = promisify(execFile);

/** @returns the path of the package */
async function packEngine(platform: Platform, licences: string): Promise<string> {
  const { os, cpu } = platform;
  const folder = join(ROOT, 'dist', 'engines', nameOf(platform));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const program = join(folder, engineFile(os));
  await run('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', program, '.'], {
    cwd: ENGINE_FOLDER,
    env: { ...process.env, CGO_ENABLED: '0', GOOS: SYSTEMS[os], GOARCH: PROCESSORS[cpu] },
  });
  await cp(join(ENGINE_FOLDER, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences);
  await writeFile(join(folder, 'README.md'), readme(platform));
  await writeFile(join(folder, 'package.json'), manifest(platform));
  await mkdir(RELEASE, { recursive: true });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', RELEASE], {
    cwd: folder,
  });
  return join(RELEASE, packed.stdout.trim());
}

function manifest({ os, cpu }: Platform): string {
  const content = {
    name: enginePackage(os, cpu),
    version: ASSAY_VERSION,
    description: `The load engine of Assay for ${os} ${cpu}: k6 with the gateway module.`,
    license: 'AGPL-3.0-only',
    os: [os],
    cpu: [cpu],
    preferUnplugged: true,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function readme({ os, cpu }: Platform): string {
  return `# ${enginePackage(os, cpu)}

The load engine of Assay ${ASSAY_VERSION} for ${os} ${cpu}: k6 with the gateway module and the arrivals
executor. Assay starts it; install \`${PACKAGE_NAME}\` rather than this package. Its source is in the folder
\`engine\` of the package \`${PACKAGE_NAME}\` of the same version.
`;
}

/** The licence texts of all modules that the engine contains. */
async function licenceTexts(): Promise<string> {
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}';
  const { stdout } = await run('go', ['list', '-deps', '-f', format, '.'], { cwd: ENGINE_FOLDER });
  const modules = [...new Set(stdout.split('\n').filter((line) => line !== ''))].toSorted();
  const texts = await Promise.all(
    modules.map(async (line) => {
      const [module = '', folder = ''] = line.split('\t');
      return `${'='.repeat(80)}\n${module}\n${'='.repeat(80)}\n\n${await licenceIn(folder)}\n`;
    }),
  );
  return texts.join('\n');
}

async function licenceIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) =>
    /^(?:licen[cs]e|copying|notice)/i.test(name),
  );
  // Code that was generated from the protocol files of another module has none of its own.
  if (files.length === 0) return 'The module has no licence text of its own.';
  const texts = files.toSorted().map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PLATFORMS.map(nameOf).includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown platform: ${unknown.join(', ')}. Known are ${PLATFORMS.map(nameOf).join(', ')}.\n`,
  );
  process.exit(3);
}
const licences = await licenceTexts();
for (const platform of PLATFORMS) {
  if (wanted.length > 0 && !wanted.includes(nameOf(platform))) continue;
  process.stdout.write(`${await packEngine(platform, licences)}\n`);
}
await writeChecksums(RELEASE);
