import { describe, expect, test } from 'vitest';
import { VARIANTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { inWords } from '../support/in-words.ts';
import { judgeVariants } from '../support/judge-variants.ts';
import { PLAIN_RULES } from '../support/relay/rule-lists.ts';
import { RELAY_VARIANTS } from '../support/relay/variant-lists.ts';
import { takenAwayBy } from '../support/variant-groups.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

/** A run of all rules takes ten seconds; several run at once. */
const PATIENCE_MS = 180_000;

/** `npm test` judges variants in groups: here each is alone, so that none hides behind another. */
describe.concurrent('variants', () => {
  test.each([...VARIANTS.keys()])(
    '%s: no rule has a finding, and every rule has evidence',
    { timeout: PATIENCE_MS },
    async (variant) => {
      const rules = RELAY_VARIANTS.includes(variant) ? RULES : PLAIN_RULES;
      const verdict = await judgeVariants(rules, [variant], [], 'thorough');
      expect(verdict.findings.map(inWords)).toEqual([]);
      expect(verdict.unverified).toEqual(takenAwayBy([variant]));
    },
  );
});
