import { describe, expect, test } from 'vitest';
import { certificate } from '../../reference-server/http/certificate.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { inWords } from '../support/in-words.ts';
import { judgeReference, type ReferenceRun } from '../support/judge-reference.ts';
import { HTTP2_RULES, PLAIN_RULES, RELAY_RULES } from '../support/relay/rule-lists.ts';

const OF_HTTP1 = PLAIN_RULES.filter(({ needs }) => needs?.includes('http1'));
const TRIES = 3;

const found = (outcomes: readonly RuleOutcome[]) =>
  outcomes.filter(({ tally }) => tally.findings > 0 || tally.lost > 0).map(inWords);
const unjudged = (outcomes: readonly RuleOutcome[]) =>
  outcomes.filter(({ tally }) => tally.judged === 0).map(({ rule }) => rule);

describe('over HTTP/2', () => {
  test.each<[string, Required<ReferenceRun>['http2']]>([
    ['by prior knowledge', true],
    ['with TLS', certificate('self-signed')],
  ])(
    '%s the verdicts are those over HTTP/1.1, but for the rules about its messages',
    async (_, http2) => {
      const rules = [...PLAIN_RULES, ...HTTP2_RULES];
      const outcomes = await judgeReference(rules, { effort: 'modest', http2 });
      expect(found(outcomes)).toEqual([]);
      expect(unjudged(outcomes)).toEqual(expect.arrayContaining(OF_HTTP1));
      let left = unjudged(outcomes).filter((rule) => !OF_HTTP1.includes(rule));
      // Some need all requests, and on a busy machine longer jobs.
      for (let tries = 0; left.length > 0 && tries < TRIES; tries += 1) {
        const again = await judgeReference(left, { http2, videoMs: 1500 });
        expect(found(again)).toEqual([]);
        left = unjudged(again);
      }
      expect(left.map(({ id }) => id)).toEqual([]);
      expect(OF_HTTP1).toHaveLength(5);
    },
  );

  test('with Assay as the provider, all rules about both ends are judged, and hold', async () => {
    const outcomes = await judgeReference(RELAY_RULES, {
      effort: 'modest',
      upstream: true,
      http2: true,
    });
    expect(found(outcomes)).toEqual([]);
    expect(unjudged(outcomes).map(({ id }) => id)).toEqual([]);
  });
});
