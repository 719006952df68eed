import { availableParallelism } from 'node:os';
import { measureAccuracy } from './accuracy.ts';
import { measureCapacity } from './capacity.ts';
import { measureRecordings } from './recordings/recording.ts';
import { rowTable } from './row.ts';
import { measureSpeed } from './speed.ts';
import { measureUpstream } from './upstream.ts';

/**
 * `npm run bench`: every figure that is held to a bar, in one table, and which bars are missed.
 * About 20 minutes on a machine with nothing else to do; exit code 1 when a bar is missed.
 */

/** Long enough to measure the rate of judging, and small enough for any disk. */
const RECORDED_EXCHANGES = 200_000;

const parts = {
  accuracy: await measureAccuracy(),
  speed: await measureSpeed(),
  upstream: await measureUpstream(),
  recordings: await measureRecordings(RECORDED_EXCHANGES),
  capacity: await measureCapacity(),
};
const rows = Object.entries(parts).flatMap(([part, measured]) =>
  measured.map((row) => ({ ...row, name: `${part}: ${row.name}` })),
);
const missed = rows.filter(({ met }) => met === false);

console.log(`${new Date().toISOString().slice(0, 10)}, cores ${availableParallelism()}`);
console.log(rowTable(rows));
console.log(
  missed.length === 0
    ? 'Every bar is met.'
    : `Missed: ${missed.map(({ name }) => name).join('; ')}.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
