import { describe, expect, test } from 'vitest';
import * as variants from '../../reference-server/variants/index.ts';
import { CATALOGUE } from '../../src/conformance/rules.ts';
import { inWords } from './in-words.ts';
import { judgeReference } from './judge-reference.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

/** A run over all rules takes ten seconds; several go on at once. */
const PATIENCE_MS = 120_000;

describe.concurrent('variants', () => {
  test.each(Object.values(variants).map(({ id, summary }) => [id, summary]))(
    '%s: no rule has a finding',
    { timeout: PATIENCE_MS },
    async (variant) => {
      const outcomes = await judgeReference(RULES, { variants: [variant] });
      expect(outcomes.filter(({ tally }) => tally.findings > 0).map(inWords)).toEqual([]);
    },
  );
});
