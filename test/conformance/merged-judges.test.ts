import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { MergedJudges } from '../../src/conformance/merged-judges.ts';
import type { Tally } from '../../src/conformance/tally.ts';

function tally(findings: number): Tally {
  const example = { finding: { expected: 'one', actual: String(findings) } };
  return {
    judged: 10,
    unverified: 1,
    findings,
    reasons: new Set([`reason ${findings}`]),
    unseen: 0,
    pieces: new Map(),
    causes: new Map(),
    lost: 0,
    setAside: 0,
    shared: 0,
    byOperation: new Map([['chat', { findings, examples: [example, example] }]]),
  };
}

test('merged judges: the tallies of two runs are added, with the first examples', () => {
  const [first, second] = CATALOGUE.map(({ rule }) => rule);
  if (first === undefined || second === undefined) throw new Error('The catalogue is empty.');
  const merged = new MergedJudges();
  const kept = tally(2);
  merged.add([{ rule: first, tally: kept }]);
  merged.add([
    { rule: first, tally: tally(5) },
    { rule: second, tally: tally(1) },
  ]);
  const [one, other] = merged.judges;
  expect(one).toMatchObject({ rule: first, tally: { judged: 20, unverified: 2, findings: 7 } });
  expect([...(one?.tally.reasons ?? [])]).toEqual(['reason 2', 'reason 5']);
  expect(one?.tally.byOperation.get('chat')).toMatchObject({ findings: 7 });
  expect(one?.tally.byOperation.get('chat')?.examples).toHaveLength(3);
  expect(other?.tally.findings).toBe(1);
  expect(kept.findings).toBe(2);
});
