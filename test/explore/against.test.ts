import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../src/explore/program.ts';
import { exploreReference } from './explore-reference.ts';

describe('explore --against', () => {
  test('two equal gateways do not differ', async () => {
    const { reproductions, steps } = await exploreReference({ timeMs: 8000, against: [] });

    expect(reproductions.map(({ rule }) => rule)).toEqual([]);
    expect(steps).toBeGreaterThan(200);
  });

  test.each([
    ['idem-no-replay', /: result, an earlier one and its own$/],
    ['chat-usage-null', /^chat(?: stream)?: usage\./],
    ['vid-cross-tenant', /^video-(?:read|cancel): HTTP status, 404 and 200$/],
  ])('%s: lists a difference, in a few requests', async (fault, difference) => {
    const { reproductions, jury } = await exploreReference({
      timeMs: 100_000,
      against: [fault],
      until: 'any',
    });

    const [first] = reproductions;
    expect(first?.rule).toMatch(difference);
    expect(stepsOf(first?.program ?? { blocks: [] }).length).toBeLessThanOrEqual(3);
    expect(first?.failed).toBeGreaterThanOrEqual(8);
    expect(jury.judges.filter(({ tally }) => tally.findings > 0)).toEqual([]);
  });
});
