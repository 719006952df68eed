/**
 * One process that keeps a core busy until its standard input closes, and so never outlives the
 * one that started it. It pauses for no longer than it takes to look at that input.
 */
const SLICE_MS = 20;

process.stdin.resume().once('end', () => process.exit(0));
process.stdin.once('error', () => process.exit(0));
keepBusy();

function keepBusy(): void {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until);
  setImmediate(keepBusy);
}
