import { expect, test } from 'vitest';
import type { Rule } from '../../../src/conformance/rule.ts';
import { idempotencyWithoutKeyDistinct } from '../../../src/conformance/rules/idempotency/keys.ts';
import { idempotencyMultipartBoundary } from '../../../src/conformance/rules/idempotency/mismatches.ts';
import { idempotencyConcurrentOneEffect } from '../../../src/conformance/rules/idempotency/races.ts';
import {
  idempotencyEveryBillablePost,
  idempotencyOneEffect,
} from '../../../src/conformance/rules/idempotency/replays.ts';
import { inWords } from '../../support/in-words.ts';
import { judgeReference } from '../../support/judge-reference.ts';

const COUNTING: readonly Rule[] = [
  idempotencyOneEffect,
  idempotencyConcurrentOneEffect,
  idempotencyEveryBillablePost,
  idempotencyWithoutKeyDistinct,
  idempotencyMultipartBoundary,
];

/** The calls of the provider are the only count: the gateway has no ledger that Assay can read. */
const ONLY_UPSTREAM = { upstream: true, ledger: false };

test('upstream count: a gateway without a ledger that bills each request once keeps every rule', async () => {
  const outcomes = await judgeReference(COUNTING, ONLY_UPSTREAM);
  expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
  expect(outcomes.filter(({ tally }) => tally.unverified > 0).map(inWords)).toEqual([]);
  expect(outcomes.map(({ rule }) => rule.id)).toEqual(COUNTING.map(({ id }) => id));
});

test('upstream count: without a ledger and without an upstream, one effect cannot be verified', async () => {
  const [outcome] = await judgeReference([idempotencyOneEffect], { ledger: false });
  expect(outcome?.exclusion).toEqual({
    verdict: 'could-not-verify',
    reason:
      'needs a count of billed calls: set ledgerPath in a profile, or start with --upstream HOST:PORT',
  });
});

test('upstream count: a replay that calls the provider again is two effects, with both ends as evidence', async () => {
  const faults = ['relay-replay-calls'];
  const [outcome] = await judgeReference([idempotencyOneEffect], { ...ONLY_UPSTREAM, faults });
  const { examples = [] } = outcome?.tally.byOperation.get('chat') ?? {};
  expect(examples[0]?.finding).toMatchObject({
    expected: '1 effect of 3 requests with one key',
    actual: '3 effects',
  });
  expect(examples[0]?.upstream).toHaveLength(3);
});

test('upstream count: a lost race is found for images and transcriptions, which have no id', async () => {
  const faults = ['relay-key-race'];
  const run = { ...ONLY_UPSTREAM, faults, raceRounds: 1 };
  const [outcome] = await judgeReference([idempotencyConcurrentOneEffect], run);
  expect([...(outcome?.tally.byOperation.keys() ?? [])]).toEqual(
    expect.arrayContaining(['images', 'transcription']),
  );
});

test('upstream count: equal requests without a key that make one call are one effect', async () => {
  const faults = ['idem-implicit-dedupe'];
  const [outcome] = await judgeReference([idempotencyWithoutKeyDistinct], {
    ...ONLY_UPSTREAM,
    faults,
  });
  expect([...(outcome?.tally.byOperation.keys() ?? [])]).toEqual(
    expect.arrayContaining(['images', 'transcription']),
  );
});
