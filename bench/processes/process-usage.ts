import { readdirSync, readFileSync } from 'node:fs';

/** What processes use, read from /proc: on Linux only. A process that has ended uses nothing. */

/** The clock of CPU times ticks this often on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process since it started, without its children. */
export function cpuSeconds(pid: number): number {
  const stat = read(pid, 'stat');
  // The name of the program comes first, in brackets, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
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

function childrenOf(pid: number): readonly number[] {
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
