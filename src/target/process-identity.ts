import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Position of the start time in `/proc/<pid>/stat` after the name of the program. */
const START_FIELD = 19;

/** Identifies a process for longer than its id, which the system gives again. */
export interface ProcessIdentity {
  /** Where its id counts: the machine and, in a container, the container. Eight hex digits. */
  readonly place: string;
  readonly pid: number;
  /** In ticks since the start of the machine; 0 where the system does not report it. */
  readonly startTicks: number;
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { place: place(), pid, startTicks: startTicksOf(pid) ?? 0 };
}

/** Whether a process is running; undefined where that cannot be known from here. */
export function isRunning({
  place: itsPlace,
  pid,
  startTicks,
}: ProcessIdentity): boolean | undefined {
  if (itsPlace !== place()) return undefined;
  if (!exists(pid)) return false;
  const actual = startTicksOf(pid);
  if (startTicks === 0 || actual === undefined) return undefined;
  return actual === startTicks;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function startTicksOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, which may contain anything, is in brackets before it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[START_FIELD]);
  } catch {
    return undefined;
  }
}

function place(): string {
  return createHash('sha256').update(`${hostname()} ${namespace()}`).digest('hex').slice(0, 8);
}

/** Only Linux has namespaces of process ids. */
function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
