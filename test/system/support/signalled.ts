import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { type ChildProcess, childrenOf, stillThere } from './child-processes.ts';
import { assay, type CommandRun } from './run-assay.ts';

/** A command, how it is known that it has begun, and the file of its report. */
export interface Signalled {
  readonly args: readonly string[];
  /** A pattern for stderr, or that the folder of the report exists. */
  readonly begun: RegExp | 'folder';
  /** A child that must be there before the first signal. */
  readonly child?: ChildProcess['kind'];
  /** The subjects of the command instead of `--target`. */
  readonly subjects?: (address: string) => readonly string[];
  readonly report?: string;
  /** The gateway: by default one with answers of 20 s. */
  readonly gateway?: ReferenceOptions;
}

export interface AfterSignals {
  readonly run: CommandRun;
  readonly out: string;
  readonly hasReport: boolean;
  /** A partial report and exit code 130; or, by a second signal, neither. */
  readonly isEnded: boolean;
  /** From the last signal to the end. */
  readonly tookMs: number;
  /** When the first signal was sent. */
  readonly children: readonly ChildProcess[];
  /** Children that are still there some time after the end. */
  readonly left: readonly ChildProcess[];
  /** Temporary files. */
  readonly files: readonly string[];
}

/** At once, on a busy machine. */
export const AT_ONCE_MS = 30_000;
const LOOK_EVERY_MS = 50;
const SLOW: ReferenceOptions = { tokens: 20, itlMs: 1000 };

/**
 * Runs a command against a slow gateway with a folder for temporary files of its own, and signals it:
 * some time after it has begun, and again when it has said that it ends.
 * @param folder has a short path: sockets are below it
 */
export async function signalled(
  folder: string,
  { args, begun, child, subjects, report = 'report.json', gateway = SLOW }: Signalled,
  [initial, ...later]: readonly NodeJS.Signals[],
  delayMs = 1500,
): Promise<AfterSignals> {
  const out = `${folder}-out`;
  await mkdir(folder);
  const server = createReferenceServer(gateway);
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const target = subjects?.(address) ?? ['--target', address];
  let children: readonly ChildProcess[] = [];
  let sent = 0;
  let lastMs = Number.NaN;
  const sendFirst = async (send: (name: NodeJS.Signals) => void, pid = 0) => {
    sent = 1;
    await wait(delayMs);
    const startedMs = performance.now();
    children = await childrenOf(pid);
    while (!hasChild(children, child) && performance.now() - startedMs < AT_ONCE_MS) {
      await wait(LOOK_EVERY_MS);
      children = await childrenOf(pid);
    }
    lastMs = performance.now();
    if (initial !== undefined) send(initial);
  };
  const run = await assay([...args, ...target, '--out', out], {
    env: { TMPDIR: folder, ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
    async onStart(send, pid) {
      if (begun !== 'folder') return;
      await vi.waitUntil(() => existsSync(out), { timeout: 60_000 });
      await sendFirst(send, pid);
    },
    onStderr(text, send, pid) {
      if (sent === 0 && begun !== 'folder' && begun.test(text)) void sendFirst(send, pid);
      else if (sent === 1 && text.includes('Interrupted')) {
        sent = 2;
        lastMs = performance.now();
        for (const each of later) send(each);
      }
    },
  });
  const tookMs = performance.now() - lastMs;
  await server.close(0);
  const files = (await readdir(folder)).filter((each) => each.startsWith('assay-'));
  const left = await stillThere(children, AT_ONCE_MS);
  const hasReport = existsSync(join(out, report));
  // A second signal may come when the report is written already.
  const isEnded = hasReport ? run.code === 130 : run.code === null && later.length > 0;
  return { run, out, hasReport, isEnded, tookMs, children, left, files };
}

function hasChild(
  children: readonly ChildProcess[],
  wanted: ChildProcess['kind'] | undefined,
): boolean {
  return wanted === undefined || children.some(({ kind }) => kind === wanted);
}
