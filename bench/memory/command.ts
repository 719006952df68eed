import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshKeys } from '../../src/target/keys.ts';
import { MockServer } from '../mock-server.ts';
import { familyOf, residentBytes } from '../processes/process-usage.ts';
import { atMost, figure, rowTable } from '../row.ts';

/**
 * Peak memory of `assay load` with all of its processes, 64 streams in flight: node bench/memory/command.ts
 * [PROGRAM]. The program is that of this checkout; name the `assay` of an installed package instead. Linux
 * only.
 */

const BAR_MIB = 240;
const SAMPLE_EVERY_MS = 50;
const PROGRAM = process.argv[2] ?? fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const LOAD = ['load', '--scenario', 'chat-stream', '--users', '64', '--duration', '8s', '--quiet'];

interface Sample {
  readonly processes: number;
  readonly mib: number;
}

const server = await MockServer.start([]);
const folder = mkdtempSync(join(tmpdir(), 'assay-memory-'));
try {
  const child = spawn(PROGRAM, [...LOAD, '--target', server.address, '--out', folder], {
    env: { ...process.env, ASSAY_API_KEY: freshKeys().first },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak: Sample = { processes: 0, mib: 0 };
  const sampling = setInterval(() => {
    const processes = child.pid === undefined ? [] : familyOf(child.pid);
    const mib = processes.reduce((sum, pid) => sum + residentBytes(pid), 0) / 1024 ** 2;
    if (mib > peak.mib) peak = { processes: processes.length, mib };
  }, SAMPLE_EVERY_MS);
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  if (code === 3 || code === null) throw new Error('The load did not run.');
  console.log(
    rowTable([
      atMost(BAR_MIB, figure('memory of all processes at once, peak', peak.mib, 'MiB')),
      figure('processes then', peak.processes, ''),
    ]),
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
