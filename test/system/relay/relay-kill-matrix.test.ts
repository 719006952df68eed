import { describe, expect, test } from 'vitest';
import { isKilled } from '../../conformance/judge-mutants/is-killed.ts';
import { JudgeCode } from '../../conformance/judge-mutants/judge-code.ts';
import { inWords } from '../../support/in-words.ts';
import { judgeReference } from '../../support/judge-reference.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';

const code = await JudgeCode.read();

/** Rules over times and moments: beside other gateways in this process they set evidence aside. */
const [timed, untimed] = [true, false].map((wanted) =>
  RELAY_RULES.filter(
    ({ measuresTime, probe }) => (measuresTime ?? probe.alone ?? false) === wanted,
  ).map((rule) => [rule.provenBy, rule.id, rule] as const),
);

const NAME = '%s: %s finds it, and a mutant of its judge finds less';

describe.concurrent('relay kill matrix', () => {
  test.each(untimed ?? [])(NAME, (_fault, _id, rule) => isKilled(code, rule));
});

describe('relay kill matrix: timing rules', () => {
  test.each(timed ?? [])(NAME, { retry: 2 }, (_fault, _id, rule) => isKilled(code, rule));
});

describe('clean relay', () => {
  test('clean relay: it passes every rule about both ends, and each has evidence', async () => {
    const outcomes = await judgeReference(RELAY_RULES, { upstream: true });
    expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    expect(outcomes.filter(({ tally }) => tally.judged === 0).map(inWords)).toEqual([]);
    expect(outcomes).toHaveLength(RELAY_RULES.length);
  });
});
