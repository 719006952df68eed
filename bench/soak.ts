import { spawn } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from './node-flags.ts';
import { commandOf, familyOf, residentBytes } from './processes/process-usage.ts';
import { median } from './row.ts';

/**
 * A long run of the mix at a moderate rate, to see whether memory stays flat: the resident sets of
 * the process that judges and of the load engine, sampled every ten seconds. Prints the median of
 * the second quarter of the run (the first warms up) and of the last, and their ratio.
 */

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const SAMPLE_EVERY_MS = 10_000;
const BAR = 1.1;

const { values } = parseArgs({
  options: {
    duration: { type: 'string', default: '1h' },
    'arrival-rate': { type: 'string', default: '20/s' },
    out: { type: 'string', default: 'reports/runs/soak' },
  },
});

const flags = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
const run = spawn(process.execPath, [...NODE_FLAGS, ASSAY, 'load', ...flags], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
process.once('SIGINT', () => run.kill('SIGINT'));

const residentMiB = new Map<string, number[]>();
while ((await Promise.race([ended, wait(SAMPLE_EVERY_MS, 'running')])) === 'running') {
  for (const pid of familyOf(run.pid ?? 0)) await sample(pid);
}

console.log(`${values['arrival-rate']} for ${values.duration}, exit code ${await ended}`);
console.log('process            samples  second quarter  last quarter  ratio  bar');
let missed = false;
for (const [name, samples] of residentMiB) {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) continue;
  const early = median(samples.slice(quarter, 2 * quarter));
  const late = median(samples.slice(-quarter));
  const ratio = late / early;
  missed ||= ratio > BAR;
  console.log(
    [
      name.padEnd(19),
      String(samples.length).padStart(6),
      `${early.toFixed(1)} MiB`.padStart(16),
      `${late.toFixed(1)} MiB`.padStart(14),
      ratio.toFixed(3).padStart(7),
      `≤ ${BAR}${ratio > BAR ? '  MISSED' : ''}`,
    ].join(' '),
  );
}
process.exitCode = missed ? 1 : 0;

async function sample(pid: number): Promise<void> {
  const resident = residentBytes(pid);
  if (resident === 0) return; // it has ended
  const name = await nameOf(pid);
  residentMiB.set(name, [...(residentMiB.get(name) ?? []), resident / 1024 ** 2]);
}

/** `judge` is Assay itself; the embedded gateway is the script that it runs, the engine its binary. */
async function nameOf(pid: number): Promise<string> {
  if (pid === run.pid) return 'judge';
  const script = commandOf(pid).find((word) => word.endsWith('.ts'));
  return basename(script ?? (await readlink(`/proc/${pid}/exe`).catch(() => 'ended')));
}
