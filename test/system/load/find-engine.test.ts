import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { SetupError } from '../../../src/input/setup-error.ts';
import { UsageError } from '../../../src/input/usage-error.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { folderOfTest } from '../../support/test-folder.ts';

/** A small module that builds quickly replaces the engine: only the search for it is tested. */
const MODULE = 'module quick\n\ngo 1.21\n';
const PROGRAM = 'package main\n\nfunc main() {}\n';

let folder = '';
let module = '';
let env: NodeJS.ProcessEnv = {};
let lines: string[] = [];

beforeEach(async () => {
  folder = await folderOfTest('test');
  module = join(folder, 'engine');
  await mkdir(module);
  await writeFile(join(module, 'go.mod'), MODULE);
  await writeFile(join(module, 'main.go'), PROGRAM);
  const { PATH, HOME, GOCACHE = join(homedir(), '.cache', 'go-build') } = process.env;
  env = { PATH, HOME, GOCACHE, GOTOOLCHAIN: 'local', XDG_CACHE_HOME: join(folder, 'cache') };
  lines = [];
});

function progress(line: string): void {
  lines.push(line);
}

function find(change: NodeJS.ProcessEnv = {}, signal?: AbortSignal): Promise<string> {
  return findEngine({ folder: module, env: { ...env, ...change }, progress, signal });
}

async function builds(): Promise<string[]> {
  return readdir(join(folder, 'cache', 'assay', 'engine'));
}

/** The folder of the build of this source. */
async function buildOf(source: string): Promise<string> {
  await writeFile(join(module, 'main.go'), `${PROGRAM}// ${source}\n`);
  return dirname(await find());
}

describe('engine that is given', () => {
  test('engine: the file in ASSAY_ENGINE is used as it is, and nothing is built', async () => {
    const given = join(folder, 'given');
    await writeFile(given, '#!/bin/sh\n');
    await chmod(given, 0o755);
    expect(await find({ ASSAY_ENGINE: given, PATH: '' })).toBe(given);
    expect(lines).toEqual([]);
  });

  test.each([
    ['nothing', 'nowhere'],
    ['a folder', 'engine'],
    ['a file that is not executable', 'engine/main.go'],
  ])('engine: ASSAY_ENGINE that names %s is refused with the remedy', async (_, name) => {
    const run = find({ ASSAY_ENGINE: join(folder, name) });
    await expect(run).rejects.toThrow(SetupError);
    await expect(run).rejects.toThrow(/^ASSAY_ENGINE is not an executable file: .*unset it/);
  });
});

describe('engine that is built', () => {
  test('engine: the first time it is built, with a message; then it is found', async () => {
    const binary = await find();
    expect((await stat(binary)).mode & 0o111).not.toBe(0);
    expect(lines).toEqual(['Building the load engine, once: about a minute …']);
    expect(await find()).toBe(binary);
    expect(lines).toHaveLength(1);
    expect(await readdir(join(binary, '..'))).toEqual(['engine', 'engine.sha256']);
  });

  test('engine: changed sources cause another build, changed tests do not', async () => {
    const before = await find();
    await writeFile(join(module, 'main_test.go'), 'package main\n');
    expect(await find()).toBe(before);
    await writeFile(join(module, 'main.go'), `${PROGRAM}// changed\n`);
    expect(await find()).not.toBe(before);
  });

  test('engine: a build that no run used for a day goes when another is made, and no other', async () => {
    const [first, unused, used] = [await buildOf('a'), await buildOf('b'), await buildOf('c')];
    const before = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const build of [unused, used]) await utimes(build, before, before);
    await buildOf('c');
    const last = await buildOf('d');
    const kept = [first, used, last].map((build) => basename(build));
    expect((await builds()).toSorted()).toEqual(kept.toSorted());
  });

  test('engine: two processes at the same time build it once', async () => {
    const other: string[] = [];
    const [first, second] = await Promise.all([
      find(),
      findEngine({ folder: module, env, progress: (line) => other.push(line) }),
    ]);
    expect(first).toBe(second);
    expect([...lines, ...other].toSorted()).toEqual([
      'Another process is building the load engine: waiting for it …',
      'Building the load engine, once: about a minute …',
    ]);
  });

  test('engine: the lock of a process that died is taken over', async () => {
    const binary = await find();
    await rm(binary);
    const lock = join(binary, '..', 'lock');
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await find()).toBe(binary);
    expect(await readdir(join(binary, '..'))).toEqual(['engine', 'engine.sha256']);
  });

  test.each<readonly [string, (binary: string) => Promise<void>]>([
    ['truncated', (binary) => truncate(binary, 1000)],
    ['not executable', (binary) => chmod(binary, 0o644)],
    ['without its checksum', (binary) => rm(`${binary}.sha256`)],
  ])('engine: one in the cache that is %s is built again, with a message', async (_, damage) => {
    const binary = await find();
    const built = await readFile(binary);
    await damage(binary);
    lines = [];
    expect(await find()).toBe(binary);
    // A busy machine builds for longer, and says so.
    expect(lines.filter((line) => !line.endsWith(' s so far …'))).toEqual([
      `Load engine in the cache does not match its checksum and is built again: ${binary}`,
      'Building the load engine, once: about a minute …',
    ]);
    expect((await readFile(binary)).equals(built)).toBe(true);
    expect((await stat(binary)).mode & 0o111).not.toBe(0);
    expect(await readdir(join(binary, '..'))).toEqual(['engine', 'engine.sha256']);
  });

  test('engine: the next build removes what a killed build has left', async () => {
    const binary = await find();
    await writeFile(`${binary}.1.partial`, 'half');
    await rm(binary);
    await find();
    expect(await readdir(join(binary, '..'))).toEqual(['engine', 'engine.sha256']);
  });

  test('engine: a build that is stopped leaves nothing behind', async () => {
    const stop = new AbortController();
    // An empty cache, so that Go is still busy with its standard library.
    const run = find({ GOCACHE: join(folder, 'go-cache') }, stop.signal);
    const rejected = expect(run).rejects.toThrow(/abort/i);
    while (lines.length === 0) await sleep(10);
    await sleep(300);
    stop.abort();
    await rejected;
    const [build = ''] = await builds();
    expect(await readdir(join(folder, 'cache', 'assay', 'engine', build))).toEqual([]);
  });
});

describe('engine that cannot be built', () => {
  test('engine: missing Go is reported with the remedy', async () => {
    const run = find({ PATH: folder });
    await expect(run).rejects.toThrow(SetupError);
    await expect(run).rejects.toThrow(
      'Go not found, and the load engine is built with it. Install Go 1.21 or newer from go.dev/dl, or set ASSAY_ENGINE to a built engine.',
    );
  });

  test('engine: a Go version that is too old is reported with the required version', async () => {
    await writeFile(join(module, 'go.mod'), 'module quick\n\ngo 1.999\n');
    const run = find();
    await expect(run).rejects.toThrow(SetupError);
    await expect(run).rejects.toThrow(/Install Go 1\.999 or newer/);
  });

  test('engine: a Go from before toolchain versions is reported as too old', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'go'), '#!/bin/sh\nprintf "go1.13.8\\nlinux\\namd64\\n"\n');
    await chmod(join(bin, 'go'), 0o755);
    await expect(find({ PATH: bin })).rejects.toThrow(
      'Go is too old for the load engine: go1.13.8.',
    );
  });

  test('engine: sources that do not compile are reported with the last lines, and nothing is kept', async () => {
    await writeFile(join(module, 'main.go'), 'package main\n\nfunc main() { nowhere() }\n');
    const run = find();
    await expect(run).rejects.toThrow(SetupError);
    await expect(run).rejects.toThrow(/main\.go:3:\d+: undefined: nowhere/);
    const [build = ''] = await builds();
    expect(await readdir(join(folder, 'cache', 'assay', 'engine', build))).toEqual([]);
  });

  test('engine: a cache that is not a folder is reported with the remedy', async () => {
    await cp(join(module, 'go.mod'), join(folder, 'cache'));
    const run = find();
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(/The load engine cannot be stored: .*XDG_CACHE_HOME/);
  });
});
