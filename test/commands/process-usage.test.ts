import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readUsage } from '../../src/commands/overhead/gateway-usage.ts';
import { expectRefused } from '../support/assay-in-process.ts';

const BUSY = 'while (process.cpuUsage().user < 200_000); ';
const THEN = 'console.log("done"); setInterval(() => {}, 1000);';

test('usage: CPU time and memory of a child count as those of this process', async () => {
  const before = readUsage(process.pid);
  const child = execFile(process.execPath, ['-e', BUSY + THEN]);
  const ended = once(child, 'close');
  if (child.stdout !== null) await once(child.stdout, 'data');
  const after = readUsage(process.pid);
  const own = readUsage(child.pid ?? 0);
  child.kill();
  await ended;
  expect(own?.cpuMs).toBeGreaterThan(100);
  expect((after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)).toBeGreaterThanOrEqual(own?.cpuMs ?? 0);
  expect(after?.residentBytes).toBeGreaterThan(own?.residentBytes ?? 0);
  expect(own?.threads).toBeGreaterThan(1);
  expect(own?.descriptors).toBeGreaterThan(3);
});

test('usage: a process that does not run is reported with exit code 3', async () => {
  const args = ['overhead', '--upstream', '127.0.0.1:0', '--gateway-pid', '4194304'];
  await expectRefused(args, /^--gateway-pid names a process that does not run .*: 4194304\./);
});
