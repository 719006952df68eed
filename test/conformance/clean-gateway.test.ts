import { beforeAll, describe, expect, test } from 'vitest';
import type { ProbeRequest } from '../../src/conformance/gateway.ts';
import { planRequests } from '../../src/conformance/run/plan-requests.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { inWords } from '../support/in-words.ts';
import { judgeReference, PROFILE } from '../support/judge-reference.ts';
import { PLAIN_RULES } from '../support/relay/rule-lists.ts';
import { Coverage, claimedCells, gapOf, readGaps } from './coverage.ts';

const RULES = PLAIN_RULES;

/** Requests that a gateway may accept or refuse, by their probe: neither is a finding. */
const EITHER: ReadonlySet<string> = new Set([
  'unknown-field',
  'one-key-of-several-operations',
  'same-json-in-another-spelling',
  'hostile-requests',
  'form-with-a-file-that-is-no-audio',
]);

/**
 * Probes that send more on a busy machine: one retries until its key is no longer in flight, and others
 * try again when they came too late or were stalled.
 */
const SENDS_MORE: ReadonlySet<string> = new Set([
  'retries-after-a-lost-connection',
  'cancelled-video-jobs',
  'cancels-that-meet-the-end',
  ...RULES.filter(({ measuresTime }) => measuresTime === true).map(({ probe }) => probe.name),
]);
/** Reads go on until a job runs or has ended: on a busy machine it may do so before the first. */
const POLLED = 'video-read';

interface Sent {
  readonly probe: string;
  readonly request: ProbeRequest;
  readonly exchange: Exchange;
}

describe('clean gateway', () => {
  const coverage = new Coverage();
  const sent: Sent[] = [];
  let outcomes: readonly RuleOutcome[] = [];

  beforeAll(async () => {
    outcomes = await judgeReference(
      RULES.map((rule) => coverage.counting(rule)),
      { seen: (probe, request, exchange) => sent.push({ probe: probe.name, request, exchange }) },
    );
  });

  test('clean gateway: it passes every rule, and no rule is unverified or lost evidence', () => {
    expect(outcomes.filter(({ tally }) => tally.judged === 0).map(inWords)).toEqual([]);
    expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    expect(outcomes.filter(({ tally }) => tally.lost > 0).map(inWords)).toEqual([]);
    expect(outcomes).toHaveLength(RULES.length);
  });

  test('valid requests: the reference gateway accepts only requests meant to be accepted', () => {
    const unmeant = sent.filter(({ probe, request, exchange: { answer } }) => {
      const isAccepted = answer !== undefined && answer.status < 300;
      if (!isAccepted || request.body === undefined || request.operation === 'other') return false;
      return request.expected === undefined && !EITHER.has(probe);
    });
    expect(unmeant.map(({ probe }) => probe)).toEqual([]);
  });

  test('dry run: it lists the requests that a probe sends to the reference gateway', async () => {
    const plans = await planRequests(RULES, PROFILE, { secondKey: true });
    const bySender = Map.groupBy(sent, ({ probe }) => probe);
    expect(plans.map(({ probe }) => probe.name).toSorted()).toEqual(
      [...bySender.keys()].toSorted(),
    );
    for (const { probe, requests } of plans) {
      const ofProbe = bySender.get(probe.name) ?? [];
      const real = Map.groupBy(ofProbe, ({ exchange }) => exchange.operation);
      expect([...requests.keys()].toSorted(), probe.name).toEqual([...real.keys()].toSorted());
      for (const [operation, count] of requests) {
        const seen = real.get(operation)?.length ?? 0;
        const what = `${probe.name}, ${operation}`;
        if (operation === POLLED) expect(seen, what).toBeGreaterThan(0);
        else if (SENDS_MORE.has(probe.name)) expect(seen, what).toBeGreaterThanOrEqual(count);
        else expect(seen, what).toBe(count);
      }
    }
  });

  test('coverage: every rule judges something at each of its operations, or the gap is explained', () => {
    const gaps = readGaps();
    const empty = RULES.flatMap((rule) =>
      claimedCells(rule)
        .filter(([operation, form]) => coverage.of(rule, operation, form) === 0)
        .filter((cell) => gapOf(gaps, rule, cell) === undefined)
        .map((cell) => [rule.id, ...cell].join(' ')),
    );
    expect(empty).toEqual([]);
  });

  test('coverage: every explained gap exists', () => {
    const gaps = readGaps();
    const used = new Set(
      RULES.flatMap((rule) =>
        claimedCells(rule)
          .filter(([operation, form]) => coverage.of(rule, operation, form) === 0)
          .flatMap(([operation, form]) => [
            `${rule.id} ${operation} ${form}`,
            `${rule.id} * ${form}`,
            `${rule.id} ${operation} *`,
          ]),
      ),
    );
    expect([...gaps.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
