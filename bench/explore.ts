import { FAULTS } from '../reference-server/alterations.ts';
import { stepsOf } from '../src/explore/program.ts';
import { median } from '../src/input/order-statistics.ts';
import { exploreReference } from '../test/explore/explore-reference.ts';
import { PLANTED } from '../test/explore/planted.ts';

/**
 * `node bench/explore.ts [seconds] [fault…]`: which faults of the reference gateway an exploration finds without
 * a probe, in how many requests it shows them, and how often these fail again. `planted` stands for all defects
 * that no probe finds.
 */

const [seconds = '30', ...named] = process.argv.slice(2);
const timeMs = Number(seconds) * 1000;
const ofOneGateway = [...FAULTS].filter(([, { needsUpstream }]) => !needsUpstream);
const faults = (named.length === 0 ? ofOneGateway.map(([id]) => id) : named).flatMap((id) =>
  id === 'planted' ? Object.keys(PLANTED) : [id],
);
const lengths: number[] = [];
const missed: string[] = [];
let certain = 0;
for (const fault of faults) {
  const startMs = performance.now();
  const { reproductions, steps } = await exploreReference({
    ...gatewayWith(fault),
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

function gatewayWith(id: string) {
  const planted = PLANTED[id];
  return planted === undefined ? { faults: [id] } : { planted: [planted] };
}
