export { csChunkAfterDone } from './cs-chunk-after-done.ts';
export { idemCheckThenSet } from './idem-check-then-set.ts';
