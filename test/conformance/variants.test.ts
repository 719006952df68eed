import { describe, expect, test } from 'vitest';
import { contentCoding } from '../../src/answers/content-coding.ts';
import { type JudgeRule, need } from '../../src/conformance/rule.ts';
import { transportCodingAsked } from '../../src/conformance/rules/transport/bodies.ts';
import { blame, judgeVariants } from '../support/judge-variants.ts';
import { PLAIN_RULES } from '../support/relay/rule-lists.ts';
import { PLAIN_VARIANTS } from '../support/relay/variant-lists.ts';
import { takenAwayBy, VARIANT_GROUPS } from '../support/variant-groups.ts';

/** A legal gateway need not keep to Open Responses: a profile asks for it. */
const RULES = PLAIN_RULES.filter(({ id }) => id !== 'responses-open-members');

/** Treats compression as a fault, which it is not. */
const wrongRule: JudgeRule<'series'> = {
  ...transportCodingAsked,
  *judge({ exchanges: [exchange] }) {
    need(exchange?.answer?.body, 'an answer with a body');
    const actual = contentCoding(exchange);
    if (actual !== 'identity') yield { expected: 'no coding', actual, where: 'content-encoding' };
  },
};

/** On a busy machine a job may end before it is read or cancelled. */
const LATE = ['video-cancel-complete-race', 'video-read-fresh'];

describe.concurrent('variants', () => {
  test.each(VARIANT_GROUPS.map((group) => [group.name, group] as const))(
    'variants: the group "%s" causes no finding, and every rule has evidence',
    async (_, { variants, effort }) => {
      const takenAway = takenAwayBy(variants);
      const verdict = await judgeVariants(RULES, variants, takenAway, effort);
      expect(await blame(verdict.findings, variants)).toEqual([]);
      const inTime = (ids: readonly string[]) => ids.filter((id) => !LATE.includes(id));
      expect(inTime(verdict.unverified)).toEqual(inTime(takenAway));
    },
  );
});

test('variants: each is in one group', () => {
  const grouped = VARIANT_GROUPS.flatMap(({ variants }) => variants);
  expect(grouped.toSorted()).toEqual(PLAIN_VARIANTS.toSorted());
});

test('variants: the variant of a group that causes a finding is named', async () => {
  const together = ['sse-crlf', 'gzip-on-ask', 'reversed-members'];
  const { findings } = await judgeVariants([wrongRule], together);
  expect(await blame(findings, together)).toEqual([
    expect.stringMatching(/^gzip-on-ask: transport-coding-asked\n.*expected no coding/),
  ]);
});
