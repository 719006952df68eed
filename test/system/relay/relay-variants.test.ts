import { describe, expect, test } from 'vitest';
import { relayCutNotClean } from '../../../src/conformance/rules/relay/streams.ts';
import { blame, judgeVariants } from '../../support/judge-variants.ts';
import { PLAIN_RULES, RELAY_RULES } from '../../support/relay/rule-lists.ts';
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

test('relay variants: a stream that ends as the provider cut it is for the rules of both ends alone', async () => {
  const ofStreams = PLAIN_RULES.filter(({ evidence }) => evidence === 'stream');
  const variants = ['relay-cut-without-event'];
  const verdict = await judgeVariants([relayCutNotClean, ...ofStreams], variants);
  expect(await blame(verdict.findings, variants)).toEqual([]);
});

test('relay variants: each is in one group', () => {
  expect(RELAY_VARIANT_GROUPS.flat().toSorted()).toEqual(RELAY_VARIANTS.toSorted());
});
