import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const BUSY_CORE = join(import.meta.dirname, 'busy-core.ts');

/** Processes that do nothing but use up CPU time. */
export interface BusyMachine {
  readonly pids: readonly number[];
  /** Resolves once all of them have ended. */
  stop(): Promise<void>;
}

/**
 * Keeps every core busy.
 * @param perCore processes for each core; 0 is none at all
 */
export async function keepBusy(perCore: number): Promise<BusyMachine> {
  const children = Array.from({ length: perCore * availableParallelism() }, () =>
    spawn(process.execPath, [BUSY_CORE], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child, 'spawn')));
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    stop: async () => void (await Promise.all(children.map(end))),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
