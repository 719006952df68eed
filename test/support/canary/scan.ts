import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CANARY_KEYS, CANARY_SECRETS } from './canary-secrets.ts';
import { type EchoGateway, startEchoGateway } from './echo-gateway.ts';
import { runWatched, type WatchedRun } from './run-watched.ts';

interface Scan {
  readonly args: readonly string[];
  /** The exit codes that such a gateway may bring about. */
  readonly codes: readonly number[];
  /** Files in the folder of the run, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  /** Interrupts the run when stderr has these words. */
  readonly interruptAt?: string;
  /** Further runs in the same folder, such as of `assay judge`. */
  readonly next?: readonly (readonly string[])[];
  /** Looks at the folder before it is removed. */
  readonly inspect?: (folder: string, run: WatchedRun) => Promise<void>;
}

/**
 * Runs commands against a gateway that echoes the secrets everywhere, and expects that nothing that
 * they left shows one. `TARGET` in an argument is the address of the gateway.
 */
export async function expectNoLeaks(scan: Scan): Promise<void> {
  const { args, codes, files = {}, interruptAt, next = [], inspect } = scan;
  const gateway = await startEchoGateway({ keys: CANARY_KEYS });
  const folder = await mkdtemp(join(tmpdir(), 'assay-canary-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const run = await watched(args, gateway, folder, interruptAt);
    expect(run.leaks).toEqual([]);
    expect(codes, run.stderr).toContain(run.code);
    for (const each of next) {
      const { leaks, stderr, code } = await watched(each, gateway, folder);
      expect(leaks).toEqual([]);
      expect(codes, stderr).toContain(code);
    }
    await inspect?.(folder, run);
    expect(gateway.failures).toEqual([]);
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function watched(
  args: readonly string[],
  { address }: EchoGateway,
  folder: string,
  interruptAt?: string,
): Promise<WatchedRun> {
  const given = args.map((each) => each.replace('TARGET', address));
  return runWatched(given, { secrets: CANARY_SECRETS, folder, interruptAt });
}
