import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { type ChildProcess, childrenOf, stillThere } from './child-processes.ts';
import { assay, type CommandRun } from './run-assay.ts';

/** A command, what on stderr says that it has begun, and the file of its report. */
export interface Signalled {
  readonly args: readonly string[];
  readonly begun: RegExp;
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
  /** From the last signal to the end. */
  readonly tookMs: number;
  /** When the first signal was sent. */
  readonly children: readonly ChildProcess[];
  /** Children that are still there some time after the end. */
  readonly left: readonly ChildProcess[];
  /** Temporary files. */
  readonly files: readonly string[];
}

/** At once, on a machine that does much else. */
export const AT_ONCE_MS = 10_000;
const SLOW: ReferenceOptions = { tokens: 20, itlMs: 1000 };

/**
 * Runs a command against a slow gateway with a folder for temporary files of its own, and signals it:
 * some time after it has begun, and again when it has said that it ends.
 * @param folder has a short path: sockets are below it
 */
export async function signalled(
  folder: string,
  { args, begun, subjects, report = 'report.json', gateway = SLOW }: Signalled,
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
  const run = await assay([...args, ...target, '--out', out], {
    env: { TMPDIR: folder, ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
    onStderr(text, signal, pid = 0) {
      if (sent === 0 && begun.test(text)) {
        sent = 1;
        setTimeout(async () => {
          children = await childrenOf(pid);
          lastMs = performance.now();
          if (initial !== undefined) signal(initial);
        }, delayMs);
      } else if (sent === 1 && text.includes('Interrupted')) {
        sent = 2;
        lastMs = performance.now();
        for (const each of later) signal(each);
      }
    },
  });
  const tookMs = performance.now() - lastMs;
  await server.close(0);
  const files = (await readdir(folder)).filter((each) => each.startsWith('assay-'));
  const left = await stillThere(children, AT_ONCE_MS);
  return { run, out, hasReport: existsSync(join(out, report)), tookMs, children, left, files };
}
