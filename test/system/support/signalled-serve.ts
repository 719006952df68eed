import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ASSAY } from '../../support/programs/package-paths.ts';
import { type ChildProcess, childrenOf, stillThere } from './child-processes.ts';

export interface ServeAfterSignals {
  readonly code: number | null;
  readonly children: readonly ChildProcess[];
  /** Children that are still there some time after the end. */
  readonly left: readonly ChildProcess[];
}

/** Starts the reference gateway by `assay serve`, and sends signals once it listens. */
export async function signalledServe(
  signals: readonly NodeJS.Signals[],
): Promise<ServeAfterSignals> {
  const child = spawn(process.execPath, [ASSAY, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  const children = await childrenOf(child.pid ?? 0);
  for (const signal of signals) child.kill(signal);
  const [code] = await closed;
  return { code, children, left: await stillThere(children, 10_000) };
}
