import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../src/explore/program.ts';
import { exploreReference } from './explore-reference.ts';

/** A fault, and a rule that an exploration finds it by. */
const FAULTS: readonly (readonly [fault: string, rule: string])[] = [
  ['auth-accept-any-key', 'history-refused'],
  ['chat-temperature-zero', 'history-accepted'],
  ['idem-compares-prompt-only', 'history-keys'],
  ['idem-check-then-set', 'idempotency-concurrent-one-effect'],
  ['idem-global-scope', 'history-keys'],
  ['vid-cross-tenant', 'history-tenants'],
  ['vid-zombie', 'history-jobs'],
  ['vid-key-replays-read', 'video-job-constant'],
  ['chat-usage-null', 'chat-usage-integers'],
  ['auth-of-connection', 'history-refused'],
];

describe('explore', () => {
  test.each(FAULTS)(
    '%s: finds it, and hands over a few requests that show it',
    async (fault, rule) => {
      const { reproductions } = await exploreReference({
        faults: [fault],
        timeMs: 100_000,
        until: rule,
      });

      const found = reproductions.find((each) => each.rule === rule);
      expect(found, reproductions.map((each) => each.rule).join()).toBeDefined();
      expect(stepsOf(found?.program ?? { blocks: [] }).length).toBeLessThanOrEqual(4);
      expect(found?.failed).toBeGreaterThan(0);
    },
  );

  test('finds that replicas do not share their keys, by a retry at another one', async () => {
    const rule = 'history-keys';
    const { reproductions } = await exploreReference({ replicas: 1, timeMs: 100_000, until: rule });

    const found = reproductions.find((each) => each.rule === rule);
    const steps = stepsOf(found?.program ?? { blocks: [] });
    expect(steps.map(({ at = 0 }) => at).toSorted()).toEqual([0, 1]);
    const urls = found?.shown.history.exchanges.map(({ request }) => request.url);
    expect(new Set(urls?.map((url) => new URL(url).host)).size).toBe(2);
  });

  test('finds nothing in a gateway without defects', async () => {
    const { jury, steps } = await exploreReference({ timeMs: 10_000 });

    expect(
      jury.judges.filter(({ tally }) => tally.findings > 0).map(({ rule }) => rule.id),
    ).toEqual([]);
    expect(steps).toBeGreaterThan(200);
  });

  test('sends a sequence of an earlier run again, and nothing else', async () => {
    const program = {
      blocks: [
        { how: 'in turn' as const, steps: [{ id: 0, send: 'chat', with: ['temperature = 0'] }] },
      ],
    };
    const examples = [{ rule: 'history-accepted', program }];
    const good = await exploreReference({ timeMs: 30_000, examples });
    const bad = await exploreReference({
      timeMs: 30_000,
      examples,
      faults: ['chat-temperature-zero'],
    });

    expect(good.reproductions).toEqual([]);
    expect(bad.reproductions.map(({ rule, failed, replays }) => [rule, failed, replays])).toEqual([
      ['history-accepted', 10, 10],
    ]);
  });
});
