import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { RuleJudge } from '../../src/conformance/judge.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { isRow } from '../../src/conformance/rows/row.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import { chatIdUnique } from '../../src/conformance/rules/chat/answers.ts';
import { chatAccepted } from '../../src/conformance/rules/chat/prompts.ts';
import { DryRunGateway } from '../../src/conformance/run/dry-run-gateway.ts';
import { runConformance } from '../../src/conformance/run/run-conformance.ts';
import type { Timekeeping } from '../../src/conformance/timekeeping.ts';
import { LoadJudge } from '../../src/load/judging/load-judge.ts';
import { answer } from './rules/exchanges.ts';

/** What a rule reads that looks at how long something took. */
const READS_TIME = /\btiming\b|\b\w*(?:DeadlineMs|LagMs)\b|'timed-out'|\b(?:lateEnd|wentOnAlone)\(/;

/** Rules that read a time, but whose findings do not depend on the clock of Assay. */
const ONLY_ORDER: Readonly<Record<string, string>> = {
  'transport-body-length': 'only says when it was',
  'idempotency-replay': 'a clock that is late gives the gateway more time before a retry counts',
  'idempotency-failure-not-stuck': 'an equal request after it was answered in less time',
  'idempotency-stream-replay': 'as idempotency-replay',
  'relay-backpressure': 'compares amounts: a reader that is late is a slow one',
  'relay-stale-connection': 'only says which requests came before the read that follows',
  'relay-retry-bounded': 'counts attempts; a time-out of our own counts as every rule counts it',
  'relay-retry-after-kept': 'a clock that is late allows an earlier time',
  'video-delete-returns-job': 'a clock that is late gives the gateway more time to end the job',
  'relay-video-fresh': 'a clock that is late gives the gateway more time to show a newer state',
};

/** A rule that reads no time, although what it finds depends on one: the server may close what is idle. */
const LEFT_IDLE = 'transport-close-announced';

test('rules: each that reads a time declares that it measures time, or why its findings do not', () => {
  const found: string[] = [];
  const files = globSync(join(import.meta.dirname, '../../src/conformance/rules/**/*.ts'));
  // The parts of a judge follow its rule.
  const codes = files.flatMap((file) => readFileSync(file, 'utf8').split(/^(?=export const )/m));
  for (const { rule } of CATALOGUE) {
    // A row measures time if its kind does, which says so.
    if (isRow(rule)) continue;
    const isRead = READS_TIME.test(codes.find((code) => code.includes(`'${rule.id}'`)) ?? '');
    const isKnown = rule.measuresTime === true || rule.id in ONLY_ORDER;
    if (isRead && !isKnown) found.push(`${rule.id} reads a time`);
    if (!isRead && isKnown && rule.id !== LEFT_IDLE) found.push(`${rule.id} reads no time`);
  }
  expect(found).toEqual([]);
});

const { expect: expectations, ...profile } = resolveProfile(referenceProfile, []);
const PROFILE = { ...profile, expect: expectations };

/** Finds something in every exchange, and says that it measured time. */
const TIMED: Rule<'any'> = {
  ...chatIdUnique,
  id: 'timed',
  evidence: 'any',
  measuresTime: true,
  probe: { name: 'one-chat', run: async () => [answer({})] },
  *judge() {
    yield { expected: 'an end within 5 ms', actual: 'none' };
  },
};

const keeping = (...answers: readonly boolean[]): Timekeeping => {
  const left = [...answers];
  return { when: (_span, _bytes, then) => then(left.shift() ?? true) };
};

describe('a finding that measures time', () => {
  test('is one of any rule about a request that timed out for us', () => {
    const judge = new RuleJudge(chatAccepted, expectations, { timekeeping: keeping(false, true) });
    for (const outcome of ['timed-out', 'timed-out', 'reset'] as const) {
      const refused = answer({}, { unanswered: true, outcome });
      judge.judgeExchange({ ...refused, expected: 'accepted' });
    }
    expect(judge.tally).toMatchObject({ findings: 2, setAside: 1 });
  });

  test('measured while the sender was stalled is set aside, and is not a finding', () => {
    const judge = new RuleJudge(TIMED, expectations, { timekeeping: keeping(false, true) });
    judge.judgeExchange(answer({}));
    judge.judgeExchange(answer({}));
    expect(judge.tally).toMatchObject({ judged: 1, findings: 1, unverified: 1, setAside: 1 });
    expect([...judge.tally.reasons].join()).toContain('Assay itself was stalled');
  });

  test('counts in a rule that measures no time, whatever the sender did', () => {
    const { measuresTime: _, ...untimed } = TIMED;
    const judge = new RuleJudge(untimed, expectations, { timekeeping: keeping(false) });
    judge.judgeExchange(answer({}));
    expect(judge.tally).toMatchObject({ judged: 1, findings: 1, setAside: 0 });
  });

  test('under load waits until the health of its seconds is known', () => {
    const waiting: ((kept: boolean) => void)[] = [];
    const timed: Rule<'any'> = { ...TIMED, operations: ['chat'] };
    const judge = new LoadJudge(
      [timed],
      PROFILE,
      { secondKey: false },
      { timekeeping: { when: (_span, _bytes, then) => void waiting.push(then) } },
    );
    judge.exchange(answer({}));
    expect(judge.findings).toBe(0);
    waiting[0]?.(true);
    expect(judge.findings).toBe(1);
  });

  const run = async (...answers: readonly boolean[]) => {
    let probes = 0;
    const probe = {
      name: 'one-chat',
      run: async () => {
        probes += 1;
        return [answer({})];
      },
    };
    const { outcomes } = await runConformance({
      rules: [{ ...TIMED, probe }],
      profile: PROFILE,
      capabilities: { secondKey: false },
      target: {
        gatewayFor: ({ name }) => new DryRunGateway(name, expectations),
        targetIsGone: () => false,
        checkTargetAfter: async () => {},
        recheckTarget: async () => {},
        room: async () => {},
        release: () => {},
      },
      timekeeping: keeping(...answers),
      signal: new AbortController().signal,
    });
    return { probes, tally: outcomes[0]?.tally };
  };

  test('in conformance is tried again, and counts when times can be trusted', async () => {
    const { probes, tally } = await run(false, true);
    expect(probes).toBe(2);
    expect(tally).toMatchObject({ judged: 1, findings: 1, unverified: 0, setAside: 0 });
    expect([...(tally?.reasons ?? [])]).toEqual([]);
  });

  test('in conformance could not be verified after three tries', async () => {
    const { probes, tally } = await run(false, false, false, true);
    expect(probes).toBe(3);
    expect(tally).toMatchObject({ judged: 0, findings: 0, unverified: 1, setAside: 1 });
  });
});
