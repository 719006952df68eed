import { beforeAll, describe, expect, test } from 'vitest';
import { contractMutants, silentPlaces } from '../conformance/contract-mutants/mutants.ts';
import { recordTape, type Tape } from '../conformance/contract-mutants/tape.ts';
import {
  judgeMutants,
  oddSilence,
  stale,
  unexplained,
  type Verdict,
} from '../conformance/contract-mutants/verdict.ts';

const PATIENCE_MS = 900_000;

/**
 * Each member of each schema of the contract, wrong in each way in each place where it travels: some
 * 3700 gateways that are wrong in one point. What survives is explained in `survivors.json`, or is a
 * gap in the rules.
 *
 * The answers of the clean gateway are recorded once, changed, and judged by `runConformance` as if
 * they came in just now: 50 ms a mutant, where a live run of one operation takes seconds. That a
 * probe which acts on a changed answer comes to the same is tried live on a sample (`npm test`).
 * All take 3 minutes of processor time.
 */
describe('contract mutants', () => {
  let tape: Tape;
  let verdicts: readonly Verdict[];

  beforeAll(async () => {
    tape = await recordTape();
    verdicts = await judgeMutants(tape, contractMutants(tape));
  }, PATIENCE_MS);

  test('contract mutants: each is found by a rule that names the member, or explained', () => {
    expect(verdicts.length).toBeGreaterThan(3000);
    expect(unexplained(verdicts)).toEqual([]);
  });

  test('contract mutants: each explanation is of one that survives', () => {
    expect(stale(verdicts)).toEqual([]);
  });

  test('contract mutants: each place has some, or its silence is explained', () => {
    expect(oddSilence(silentPlaces(tape))).toEqual([]);
  });
});
