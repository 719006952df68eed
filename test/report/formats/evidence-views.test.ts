import { expect, test } from 'vitest';
import { lanes, reproduction, tokenRail } from '../../../src/report/formats/html/finding.ts';
import type { SeriesEntry } from '../../../src/report/schema/finding.ts';
import { streamEvidence, twoEffects } from '../sample-findings.ts';

const FINDING = { expected: 'a', actual: 'b', atMs: 612.4 };

function entry(exchange: number, id: string, startMs: number): SeriesEntry {
  const times = { startMs, endMs: startMs + 100 };
  const answer = { outcome: 'answered', status: 200, id };
  return { exchange, attempt: 1, method: 'POST', path: '/v1/images', ...times, ...answer };
}

test('lanes: requests that were answered with one id have one colour, another id has another', () => {
  const { text } = lanes([entry(1, 'a', 0), entry(2, 'b', 50), entry(3, 'a', 100)], 'a rule');
  const colours = [...text.matchAll(/<code class="(lane-\d)">/g)].map(([, colour]) => colour);
  expect(colours).toEqual(['lane-0', 'lane-1', 'lane-0']);
  const bars = [...text.matchAll(/<rect x="([\d.]+)" y="1" width="([\d.]+)"/g)];
  expect(bars.map(([, x, width]) => [Number(x), Number(width)])).toEqual([
    [0, 120],
    [60, 120],
    [120, 120],
  ]);
});

test('token rail: each read is a tick, a stall is thick, and the finding is marked', () => {
  const rail = tokenRail(streamEvidence(1), FINDING);
  const text = rail === false ? '' : rail.text;
  expect(/class="ticks" d="([^"]*)"/.exec(text)?.[1]?.match(/M/g)).toHaveLength(4);
  expect(text.match(/class="stall"/g)).toHaveLength(1);
  expect(text.match(/class="found-tick"/g)).toHaveLength(1);
  expect(text).toContain('median gap 5.30');
});

test('token rail: a response that is not a stream has none', () => {
  const evidence = { ...streamEvidence(1), headers: [] };
  expect(tokenRail(evidence, FINDING)).toBe(false);
});

test('reproduction: the command and the requests, each to be copied whole', () => {
  const { text } = reproduction(twoEffects(), 'a rule');
  expect(
    [...text.matchAll(/<pre [^>]*>(npx assay conform|curl) /g)].map(([, word]) => word),
  ).toEqual(['npx assay conform', 'curl']);
});

test('reproduction: a finding without a command has the line of its request', () => {
  const { text } = reproduction({ ...FINDING, evidence: streamEvidence(1) }, 'a rule');
  expect(text).toMatch(/^<div class="curl"><pre [^>]*>curl /);
});
