import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

export interface ChildProcess {
  readonly pid: number;
  readonly kind: 'gateway' | 'engine' | 'other';
}

/** The processes that a process has started; on Linux. */
export async function childrenOf(parent: number): Promise<readonly ChildProcess[]> {
  const all = await readdir('/proc');
  const children = await Promise.all(
    all.filter((name) => /^\d+$/.test(name)).map((name) => childOf(parent, Number(name))),
  );
  return children.flatMap((child) => child ?? []);
}

async function childOf(parent: number, pid: number): Promise<ChildProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, which may hold anything, stands in brackets before it.
    const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) !== parent) return undefined;
    return { pid, kind: kindOf(await readFile(`/proc/${pid}/cmdline`, 'utf8')) };
  } catch {
    return undefined;
  }
}

function kindOf(command: string): ChildProcess['kind'] {
  if (command.includes('reference-server')) return 'gateway';
  return command.split('\0')[1] === 'run' ? 'engine' : 'other';
}

/** Those that are still there when the time is over. */
export async function stillThere(
  processes: readonly ChildProcess[],
  deadlineMs: number,
): Promise<readonly ChildProcess[]> {
  const endMs = performance.now() + deadlineMs;
  let left = processes.filter(({ pid }) => isAlive(pid));
  while (left.length > 0 && performance.now() < endMs) {
    await wait(50);
    left = left.filter(({ pid }) => isAlive(pid));
  }
  return left;
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
