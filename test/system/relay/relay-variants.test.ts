import { describe, expect, test } from 'vitest';
import { blame, judgeVariants } from '../../support/judge-variants.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';
import { RELAY_VARIANT_GROUPS, RELAY_VARIANTS } from '../../support/relay/variant-lists.ts';

describe.concurrent('relay variants', () => {
  test.each(RELAY_VARIANT_GROUPS.map((group) => [group.join(', '), group] as const))(
    'relay variants: %s cause no finding, and every rule about both ends has evidence',
    async (_, variants) => {
      const verdict = await judgeVariants(RELAY_RULES, variants);
      expect(await blame(verdict.findings, variants)).toEqual([]);
      expect(verdict.unverified).toEqual([]);
    },
  );
});

test('relay variants: each is in one group', () => {
  expect(RELAY_VARIANT_GROUPS.flat().toSorted()).toEqual(RELAY_VARIANTS.toSorted());
});
