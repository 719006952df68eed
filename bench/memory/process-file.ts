import { readFileSync } from 'node:fs';

/** A file of a process in /proc; empty when the process has ended. */
export function processFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

export function childrenOf(pid: number): readonly number[] {
  return processFile(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}
