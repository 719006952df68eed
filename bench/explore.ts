import { FAULTS } from '../reference-server/alterations.ts';
import { stepsOf } from '../src/explore/program.ts';
import { median } from '../src/input/order-statistics.ts';
import { exploreReference } from '../test/explore/explore-reference.ts';

/**
 * `node bench/explore.ts [seconds] [fault…]`: which faults of the reference gateway an exploration finds without
 * a probe, in how many requests it shows them, and how often these fail again.
 */

const [seconds = '30', ...named] = process.argv.slice(2);
const timeMs = Number(seconds) * 1000;
const faults = [...FAULTS]
  .filter(([id, { needsUpstream }]) => (named.length === 0 ? !needsUpstream : named.includes(id)))
  .map(([id]) => id);
const lengths: number[] = [];
const missed: string[] = [];
let certain = 0;
for (const fault of faults) {
  const startMs = performance.now();
  const { reproductions, steps } = await exploreReference({
    faults: [fault],
    timeMs,
    until: 'any',
  });
  const [first] = reproductions;
  const took = ((performance.now() - startMs) / 1000).toFixed(1);
  if (first === undefined) missed.push(fault);
  else {
    lengths.push(stepsOf(first.program).length);
    if (first.failed >= 0.9 * first.replays) certain += 1;
  }
  const what =
    first &&
    `${first.rule}, ${stepsOf(first.program).length} requests, ${first.failed} of ${first.replays}`;
  console.log(`${fault}: ${what ?? 'not found'} (${steps} requests, ${took} s)`);
}
console.log(
  `found ${lengths.length} of ${faults.length}; median ${median(lengths)} requests; ${certain} fail again 9 times of 10`,
);
console.log(`not found: ${missed.join(' ')}`);
