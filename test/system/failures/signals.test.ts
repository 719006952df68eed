import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT_ONCE_MS, signalled } from '../support/signalled.ts';
import { SIGNALLED } from '../support/signalled-commands.ts';
import { signalledServe } from '../support/signalled-serve.ts';

/** A sample: `test/deep/signals.test.ts` has every command with every signal. */

let folder: string;

beforeAll(async () => {
  // Short: the path of a socket may not be long.
  folder = await mkdtemp(join(tmpdir(), 'as-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test.concurrent.each([
  ['conform', 'SIGTERM'],
  ['gate', 'SIGHUP'],
  ['load judged after', 'SIGTERM'],
  ['load of two engines', 'SIGINT'],
  ['describe', 'SIGINT'],
  ['compare', 'SIGHUP'],
] as const)('%s: %s leaves a partial report, and no child or file', async (name, signal) => {
  const { run, ...after } = await signalled(join(folder, name), SIGNALLED[name], [signal]);
  expect(after, run.stderr).toMatchObject({ hasReport: true, isEnded: true, left: [], files: [] });
});

test.concurrent.each(['conform', 'load of two engines'] as const)(
  '%s: Ctrl-C twice ends at once, and leaves no child or file',
  async (name) => {
    const twice = ['SIGINT', 'SIGINT'] as const;
    const place = join(folder, `${name} twice`);
    const { run, ...after } = await signalled(place, SIGNALLED[name], twice);
    expect(after, run.stderr).toMatchObject({ isEnded: true, left: [], files: [] });
    expect(after.tookMs).toBeLessThan(AT_ONCE_MS);
  },
);

test.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
  'serve: %s ends the gateway too, with exit code 0',
  async (signal) => {
    const { code, children, left } = await signalledServe([signal]);
    expect(children.map(({ kind }) => kind)).toEqual(['gateway']);
    expect({ code, left }).toEqual({ code: 0, left: [] });
  },
);
