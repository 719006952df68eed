import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { digestOf, ENGINE_FOLDER } from '../../../src/load/engine/sources.ts';
import { goInEngine } from './engine-go.ts';

const RECORD = join(import.meta.dirname, 'race-free.json');
const RecordSchema = z.strictObject({ sources: z.string() });

/** A race is found without optimization too, and an empty build cache is filled sooner. */
const TEST = ['test', '-trimpath', '-vet=off', '-race', '-gcflags=all=-N -l'];

/**
 * Runs the Go tests of all packages with concurrency under the race detector. On a new machine it takes
 * minutes: Go compiles k6 once more for it.
 * @returns what Go printed
 */
export async function detectRaces(): Promise<string> {
  // Not the command itself: only that needs all of k6.
  const packages = (await goInEngine(['list', './...'])).split('\n').filter((name) => {
    const folder = /^assay\/engine\/(?!scripttest$)(.+)/.exec(name)?.[1];
    return folder !== undefined && hasConcurrency(join(ENGINE_FOLDER, folder));
  });
  return goInEngine([...TEST, ...packages], { CGO_ENABLED: '1' });
}

/** Whether the race detector found nothing in these sources and tests of the engine before. */
export async function isKnownRaceFree(): Promise<boolean> {
  const { sources } = RecordSchema.parse(JSON.parse(await readFile(RECORD, 'utf8')));
  return sources === (await sourcesDigest(ENGINE_FOLDER));
}

async function recordRaceFree(): Promise<void> {
  const record = { sources: await sourcesDigest(ENGINE_FOLDER) };
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** A digest of all that the tests of a Go module read; hex. */
export async function sourcesDigest(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => /\.go$|(?:^|\/)go\.(?:mod|sum)$|(?:^|\/)testdata\//.test(path));
  return digestOf(folder, paths.toSorted());
}

/** Code without it has no race of its own; the tests of its callers run it with the detector too. */
function hasConcurrency(folder: string): boolean {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .some((name) =>
      /\bgo (?:func\b|[\w.]+\()|\bsync\b/.test(readFileSync(join(folder, name), 'utf8')),
    );
}

/** `npm run race`: records sources in which it finds nothing. */
if (import.meta.main) {
  const output = await detectRaces();
  process.stdout.write(output);
  if (output.includes('FAIL')) process.exitCode = 1;
  else await recordRaceFree();
}
