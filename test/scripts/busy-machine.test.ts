import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { keepBusy } from '../../scripts/busy-machine.ts';

test('a busy machine: each process uses CPU time until it is stopped, and then is gone', async () => {
  const machine = await keepBusy(1);
  expect(machine.pids).toHaveLength(availableParallelism());
  await expect
    .poll(() => machine.pids.every((pid) => cpuMs(pid) > 500), { timeout: 50_000 })
    .toBe(true);
  await machine.stop();
  expect(machine.pids.filter(isAlive)).toEqual([]);
});

/** User time of a process so far: the 14th field of its line, in hundredths of a second. */
function cpuMs(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  return Number(afterName.split(' ')[11]) * 10;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
