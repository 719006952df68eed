import { describe, expect, test } from 'vitest';
import * as variants from '../../reference-server/variants/index.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { inWords } from '../support/in-words.ts';
import { judgeReference } from '../support/judge-reference.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

/** Rules that judge by the clock: a machine that is busy holds back what no gateway did. */
const TIMED = new Set([
  'chat-stream-incremental',
  'responses-stream-incremental',
  'transport-sse-no-hold',
]);

/** A run over all rules takes ten seconds; several go on at once. */
const PATIENCE_MS = 120_000;

describe.concurrent('variants', () => {
  test.each(Object.values(variants).map(({ id, summary }) => [id, summary]))(
    '%s: no rule has a finding',
    { timeout: PATIENCE_MS },
    async (variant) => {
      const found = await findings(RULES, variant);
      const timed = found.filter(({ rule }) => TIMED.has(rule.id)).map(({ rule }) => rule);
      const again = timed.length === 0 ? [] : await findings(timed, variant);
      const untimed = found.filter(({ rule }) => !TIMED.has(rule.id));
      expect([...untimed, ...again].map(inWords)).toEqual([]);
    },
  );
});

async function findings(rules: readonly Rule[], variant: string): Promise<readonly RuleOutcome[]> {
  const outcomes = await judgeReference(rules, { variants: [variant] });
  return outcomes.filter(({ tally }) => tally.findings > 0);
}
