import { readdirSync, readFileSync } from 'node:fs';

/** What processes use, read from /proc: on Linux only. A process that has ended uses nothing. */

/** The clock of CPU times ticks this often on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process since it started, without its children. */
export function cpuSeconds(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Resident memory. */
export function residentBytes(pid: number): number {
  return sizeBytes(pid, 'VmRSS');
}

/** The most resident memory that the process has had. */
export function peakBytes(pid: number): number {
  return sizeBytes(pid, 'VmHWM');
}

/** False for a process that has ended, even if its parent has not waited for it yet. */
export function isRunning(pid: number): boolean {
  const state = fieldsOf(pid)[0];
  return state !== undefined && state !== 'Z';
}

/** The words of its command line. */
export function commandOf(pid: number): readonly string[] {
  return read(pid, 'cmdline').split('\0').slice(0, -1);
}

/** The children of a process that are engines which run a script. */
export function enginesOf(pid: number): readonly number[] {
  return childrenOf(pid).filter((child) => commandOf(child).includes('run'));
}

/** A process and its descendants. */
export function familyOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** The processes that a process has started and that have not ended. */
export function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** What `stat` says from the state of the process on; none of a process that has ended. */
function fieldsOf(pid: number): readonly string[] {
  const stat = read(pid, 'stat');
  // The name of the program comes first, in brackets, and may contain anything.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .filter(Boolean);
}

function sizeBytes(pid: number, name: string): number {
  const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(pid, 'status'))?.[1];
  return Number(kib ?? 0) * 1024;
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
