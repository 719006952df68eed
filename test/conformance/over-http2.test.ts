import { beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../../reference-server/http/certificate.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { inWords } from '../support/in-words.ts';
import { judgeReference, type ReferenceRun } from '../support/judge-reference.ts';
import { HTTP2_RULES, PLAIN_RULES, RELAY_RULES } from '../support/relay/rule-lists.ts';

/** Ids of the rules that had nothing to judge. */
const unjudged = (outcomes: readonly RuleOutcome[]) =>
  outcomes.filter(({ tally }) => tally.judged === 0).map(({ rule }) => rule.id);

describe('over HTTP/2', () => {
  let without: readonly string[] = [];

  beforeAll(async () => {
    without = unjudged(await judgeReference(PLAIN_RULES, { effort: 'modest' }));
  });

  test.each<[string, Required<ReferenceRun>['http2']]>([
    ['by prior knowledge', true],
    ['with TLS', certificate('self-signed')],
  ])(
    '%s the verdicts are those over HTTP/1.1, but for the rules about its messages',
    async (_, http2) => {
      const rules = [...PLAIN_RULES, ...HTTP2_RULES];
      const outcomes = await judgeReference(rules, { effort: 'modest', http2 });
      const found = outcomes.filter(({ tally }) => tally.findings > 0 || tally.lost > 0);
      expect(found.map(inWords)).toEqual([]);
      const ofHttp1 = PLAIN_RULES.filter(({ needs }) => needs?.includes('http1'));
      expect(ofHttp1.length).toBe(5);
      expect(unjudged(outcomes)).toEqual([...without, ...ofHttp1.map(({ id }) => id)].toSorted());
    },
  );

  test('with Assay as the provider, all rules about both ends are judged, and hold', async () => {
    const outcomes = await judgeReference(RELAY_RULES, {
      effort: 'modest',
      upstream: true,
      http2: true,
    });
    const odd = outcomes.filter(({ tally }) => tally.findings > 0 || tally.judged === 0);
    expect(odd.map(inWords)).toEqual([]);
  });
});
