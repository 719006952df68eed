import { describe, expect, test } from 'vitest';
import { VARIANT_GROUPS } from '../support/variant-groups.ts';
import { exploreReference } from './explore-reference.ts';

/** Long enough for some hundred requests; `bench/explore.ts` explores each for longer. */
const TIME_MS = 4000;

describe('explore', () => {
  test.each(VARIANT_GROUPS.map((group) => [group.name, group] as const))(
    'finds nothing in a legal gateway: %s',
    async (_, { variants }) => {
      const found: string[] = [];
      await exploreReference({
        variants,
        timeMs: TIME_MS,
        onExample: ({ id }, { finding }) => {
          // A profile asks for it: a legal gateway need not keep to it.
          if (id === 'responses-open-members') return;
          const { expected, actual, where } = finding;
          found.push(`${id}: ${JSON.stringify({ expected, actual, where })}`);
        },
      });

      expect(found).toEqual([]);
    },
  );
});
