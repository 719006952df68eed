/**
 * How far `assay overhead` repeats: the same nginx, one run after the other. No median may differ from
 * the middle one by more than 20 %, or by 0.03 ms where that is more: the time in which an idle core
 * wakes up differs by as much. The middle run is the best estimate, and a user has one run, so the
 * question is how far from it one may be; the range of all runs would grow with their number.
 *
 * With `--awake`, a process of the lowest scheduling class (`chrt --idle`) keeps each core from idling.
 *
 * node bench/overhead/repeats.ts [--awake] [--duration TIME] [number of runs]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startProxy } from '../../test/system/proxies/proxy.ts';
import { median } from '../row.ts';
import { medianOf, overheadOf, waysAgree } from './overhead-run.ts';

const RUNS = 5;
const MOST_CHANGE = 0.2;
const LEAST_CHANGE_MS = 0.03;

const { values, positionals } = parseArgs({
  options: {
    duration: { type: 'string', default: '40s' },
    awake: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const runs = Number(positionals[0] ?? RUNS);
const found = new Map<string, number[]>();
let compared = 0;
let disagreements = 0;
const proxy = await startProxy('nginx');
const spinners = values.awake ? Array.from({ length: availableParallelism() }, spinner) : [];
try {
  for (let run = 1; run <= runs; run += 1) {
    const gateway = {
      address: proxy.address,
      upstream: proxy.upstream,
      keys: [proxy.key],
    } as const;
    const [step] = await overheadOf(gateway, ['--duration', values.duration]);
    const figures = step?.figures ?? [];
    for (const figure of figures) {
      const name = `${figure.mode} ${figure.metric}, ${figure.method}`;
      found.set(name, [...(found.get(name) ?? []), medianOf(figure).overheadMs]);
      if (figure.method !== 'clock-free') continue;
      compared += 1;
      if (!waysAgree(figures, figure)) disagreements += 1;
    }
  }
} finally {
  for (const each of spinners) each.kill('SIGKILL');
  await proxy.end();
}
for (const [name, medians] of found) {
  const middle = median(medians);
  const changeMs = Math.max(...medians.map((each) => Math.abs(each - middle)));
  console.log(
    [
      name.padEnd(27),
      medians.map((each) => each.toFixed(3)).join(' '),
      `at most ${changeMs.toFixed(3)} ms (${((100 * changeMs) / middle).toFixed(0)} %) from the middle`,
      changeMs <= Math.max(LEAST_CHANGE_MS, MOST_CHANGE * middle) ? 'met' : 'MISSED',
    ].join('  '),
  );
}
console.log(`Figures whose two methods disagree: ${disagreements} of ${compared}`);

/** Every other process runs before it. */
function spinner(): ChildProcess {
  return spawn('chrt', ['--idle', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
}
