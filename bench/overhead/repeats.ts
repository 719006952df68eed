/**
 * How far `assay overhead` repeats: the same nginx, one run after the other. No median may differ from
 * the middle one by more than 20 %.
 *
 * node bench/overhead/repeats.ts [--duration TIME] [number of runs]
 */
import { parseArgs } from 'node:util';
import { startProxy } from '../../test/system/proxies/proxy.ts';
import { median } from '../row.ts';
import { medianOf, overheadOf, waysAgree } from './overhead-run.ts';

const RUNS = 5;
const MOST_CHANGE = 0.2;

const { values, positionals } = parseArgs({
  options: { duration: { type: 'string', default: '40s' } },
  allowPositionals: true,
});
const runs = Number(positionals[0] ?? RUNS);
const found = new Map<string, number[]>();
let compared = 0;
let disagreements = 0;
const proxy = await startProxy('nginx');
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
  await proxy.end();
}
for (const [name, medians] of found) {
  const middle = median(medians);
  const change = Math.max(...medians.map((each) => Math.abs(each / middle - 1)));
  console.log(
    [
      name.padEnd(27),
      medians.map((each) => each.toFixed(3)).join(' '),
      `at most ${(100 * change).toFixed(0)} % from the middle`,
      change <= MOST_CHANGE ? 'met' : 'MISSED',
    ].join('  '),
  );
}
console.log(`Figures whose two methods disagree: ${disagreements} of ${compared}`);
