import { writeFileSync } from 'node:fs';
import { runEngine } from '../../../src/load/engine/run-engine.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { expectReference } from './load-run.ts';

/**
 * Prints the engine's process id and keeps it busy until it is killed, or exits if `ending` is `exit`. With `yield`
 * other sessions go before its own.
 */
const [, , binary = '', ending] = process.argv;
if (ending === 'yield') writeFileSync('/proc/self/autogroup', '5');

await runEngine({
  binary,
  workload: WorkloadSchema.parse({ duration: '60s' }),
  address: 'http://127.0.0.1:9',
  expect: expectReference,
  keys: { first: 'ref_live_1' },
  observer: {
    hello: ({ pid }) => process.stdout.write(`${pid}\n`),
    health() {
      if (ending === 'exit') process.exit();
    },
  },
});
