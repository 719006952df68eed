import { detectRaces, recordRaceFree } from '../test/support/race-detector.ts';

/**
 * `npm run race`: the Go tests of the engine under the race detector, for some two minutes. What it finds
 * nothing in is recorded, and `npm test` does not run it again for the same sources.
 */

const output = await detectRaces();
process.stdout.write(output);
if (/FAIL/.test(output)) process.exitCode = 1;
else await recordRaceFree();
