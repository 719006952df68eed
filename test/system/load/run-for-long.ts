import { runEngine } from '../../../src/load/engine/run-engine.ts';
import { defaultWorkload } from '../../load/workload/workload.test.ts';
import { expectReference } from './load-run.ts';

/** Prints the engine's process id and keeps it busy until it is killed, or exits if `ending` is `exit`. */
const [, , binary = '', ending] = process.argv;

await runEngine({
  binary,
  workload: { ...defaultWorkload(), durationMs: 60_000 },
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
