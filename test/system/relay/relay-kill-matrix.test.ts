import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { commonCauses } from '../../../src/report/assemble/common-causes.ts';
import { ruleResults } from '../../../src/report/assemble/rule-results.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { findsItsFault } from '../../support/finds-its-fault.ts';
import { inWords } from '../../support/in-words.ts';
import { judgeReference, PROFILE, type ReferenceRun } from '../../support/judge-reference.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';
import { PLAIN_RULES, RELAY_RULES } from '../../support/relay/rule-lists.ts';

/** Each request carries a word of its own, so one upstream serves all gateways. */
let shared: NonNullable<ReferenceRun['shared']>;
beforeAll(async () => {
  const keys = freshKeys();
  shared = { keys, upstream: await startUpstream(keys) };
});
afterAll(() => shared.upstream.stop());

/** Rules over times and moments: beside other gateways in this process they set evidence aside. */
const [timed, untimed] = [true, false].map((wanted) =>
  RELAY_RULES.filter(
    ({ measuresTime, probe }) => (measuresTime ?? probe.alone ?? false) === wanted,
  ).map((rule) => [rule.provenBy, rule.id, rule] as const),
);

const NAME = '%s: %s finds it';

describe.concurrent('relay kill matrix', () => {
  test.each(untimed ?? [])(NAME, (_fault, _id, rule) => findsItsFault(rule, { shared }));
});

describe('relay kill matrix: timing rules', () => {
  test.each(timed ?? [])(NAME, { retry: 2 }, (_fault, _id, rule) =>
    findsItsFault(rule, { shared }),
  );
});

test('swapped answers: the findings stand under one heading, which begins with the swap', async () => {
  const conformance = await judgeReference(RELAY_RULES, { faults: ['relay-swap-answers'], shared });
  const results = ruleResults(CATALOGUE, PROFILE, {
    conformance,
    newer: new Set(),
    commands: {},
  });
  const [cause] = commonCauses(results);
  expect(cause?.sentence).toBe('Callers of chat get the answers to other requests.');
  expect(cause?.rules[0]).toBe('relay-no-cross-talk');
  const failed = results.filter(({ conformance: judged }) => (judged?.findings ?? 0) > 0);
  expect(cause?.rules).toEqual(expect.arrayContaining(failed.map(({ id }) => id)));
});

/** The rules of a caller judge what the probes of both ends send. */
const LOOKING_ON = PLAIN_RULES.map(
  (rule): Rule => ({ ...rule, probe: { name: 'nothing', run: async () => [] } }),
);

describe('clean relay', () => {
  test('clean relay: it passes every rule, and those about both ends have evidence', async () => {
    const rules = [...RELAY_RULES, ...LOOKING_ON];
    const outcomes = await judgeReference(rules, { upstream: true, shared, effort: 'modest' });
    expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    const own = outcomes.filter(({ rule }) => RELAY_RULES.includes(rule));
    const unseen = own.filter(({ tally }) => tally.judged === 0).map(inWords);
    // A busy machine writes tokens together that are due apart, or is stalled while it measures.
    const busy = /^relay-no-coalescing\n|Assay itself was stalled meanwhile/;
    expect(unseen.filter((words) => !busy.test(words))).toEqual([]);
    expect(own).toHaveLength(RELAY_RULES.length);
  });
});
