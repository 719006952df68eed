import { describe, expect, test } from 'vitest';
import { compareVerdicts, steadinessLines } from '../../scripts/verdict-lists.ts';

const GOOD = [
  { id: 'a', verdict: 'pass' },
  { id: 'b', verdict: 'fail' },
];
const LOST = [
  { id: 'a', verdict: 'could-not-verify', reason: 'needs an answer' },
  { id: 'b', verdict: 'fail' },
];

describe('verdict lists of several runs', () => {
  test('equal lists in any order are identical', () => {
    expect(compareVerdicts([GOOD, GOOD.toReversed()])).toEqual({
      runs: 2,
      identical: 2,
      unsteady: [],
    });
  });

  test('a rule that differs is named with how often it had each verdict, and in which runs', () => {
    expect(steadinessLines(compareVerdicts([GOOD, LOST, GOOD]))).toEqual([
      'Identical verdict lists: 2 of 3 runs.',
      '  a: pass 2, could-not-verify 1',
      '    run 2: could-not-verify (needs an answer)',
    ]);
  });

  test('a run without a report differs in every rule', () => {
    const { identical, unsteady } = compareVerdicts([GOOD, [], GOOD]);
    expect(identical).toBe(2);
    expect(unsteady.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(unsteady[0]?.odd).toEqual([{ run: 2, verdict: 'absent from the report' }]);
  });
});
