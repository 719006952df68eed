import { expect, test } from 'vitest';
import { PLAIN_VARIANTS } from '../support/relay/variant-lists.ts';
import { VARIANT_GROUPS, type VariantGroup } from '../support/variant-groups.ts';
import { ODDITIES, type Shows } from './support/oddities.ts';
import { ASKS } from './support/raw-answers.ts';

/** The client that most of these tests use breaks off at it, and a status line comes after it. */
const UNREADABLE = 'continue-unasked';

test.each(ODDITIES)(
  'oddities: %s is seen in the answer to %s, beside the others of its group and only with them',
  async (variant, ask, shows) => {
    const together = groupOf(variant).variants;
    const variants = together.filter((each) => each === variant || each !== UNREADABLE);
    const [odd, clean] = [await ASKS[ask]({ variants }), await ASKS[ask]({})];
    expect({ odd: isShown(shows, odd), clean: isShown(shows, clean) }, odd).toEqual({
      odd: true,
      clean: false,
    });
  },
);

test('variants: the bytes of each are tested', () => {
  const looked = new Set(ODDITIES.map(([variant]) => variant));
  expect([...looked].toSorted()).toEqual(PLAIN_VARIANTS.toSorted());
});

function groupOf(variant: string): VariantGroup {
  const group = VARIANT_GROUPS.find(({ variants }) => variants.includes(variant));
  if (group === undefined) throw new Error(`In no group: ${variant}`);
  return group;
}

function isShown(shows: Shows, answer: string): boolean {
  return typeof shows === 'function' ? shows(answer) : shows.test(answer);
}
