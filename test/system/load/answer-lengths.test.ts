import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { LoadJudge } from '../../../src/load/judging/load-judge.ts';
import { LoadMeasure } from '../../../src/measure/load-measure.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import { testFolder } from '../../support/test-folder.ts';
import { type Harvest, harvestReference, said } from './load-run.ts';

/** Tokens in an answer without a limit. */
const WHOLE = 24;

const folder = await testFolder('answer-lengths');

type Line = readonly [scenario: string, outputLength: number, tokens: number];

const STREAMS: readonly Line[] = [
  ['chat-stream', 1, 1],
  ['chat-stream', 5, 5],
  ['chat-stream', 0, WHOLE],
  ['chat-stream', 400, WHOLE],
  ['responses-stream', 2, 2],
  ['responses-stream', WHOLE, WHOLE],
];

const BODIES: readonly Line[] = [
  ['chat', 7, 7],
  ['chat', 400, WHOLE],
  ['responses', 3, 3],
  ['responses', 0, WHOLE],
];

test('trace: streams have the lengths of its lines, at most that of the model', async () => {
  const { exchanges } = await replay(STREAMS);
  expect(exchanges.map((exchange) => timingsOf(exchange).tokens)).toEqual(lengths(STREAMS));
  const measure = new LoadMeasure([]);
  for (const exchange of exchanges) measure.record(exchange);
  const { chat, responses } = Object.fromEntries(measure.series.whole());
  expect(chat?.get('stream')?.tokens).toBe(1 + 5 + WHOLE + WHOLE);
  expect(responses?.get('stream')?.tokens).toBe(2 + WHOLE);
});

test('trace: the usage of bodies has the lengths of its lines', async () => {
  const { exchanges } = await replay(BODIES);
  const tokens = exchanges.map((exchange) => {
    const { usage } = JSON.parse(said(exchange));
    return usage.completion_tokens ?? usage.output_tokens;
  });
  expect(tokens).toEqual(lengths(BODIES));
});

test('trace: an answer that its limit cuts short takes less time and breaks no rule', async () => {
  const lines = [...STREAMS, ...BODIES];
  const { exchanges } = await replay(lines, { itlMs: 50 });
  const tookLong = exchanges.map((exchange) => timingsOf(exchange).e2eMs >= (WHOLE - 1) * 50);
  expect(tookLong).toEqual(lengths(lines).map((tokens) => tokens === WHOLE));
  const rules = CATALOGUE.map(({ rule }) => rule);
  const judge = new LoadJudge(rules, resolveProfile(referenceProfile, rules), { secondKey: true });
  for (const exchange of exchanges) judge.exchange(exchange);
  const found = judge.judges.filter(({ tally }) => tally.findings > 0);
  expect([...judge.failures, ...found.map(({ rule }) => rule.id)]).toEqual([]);
});

function lengths(lines: readonly Line[]): readonly number[] {
  return lines.map(([, , tokens]) => tokens);
}

/** The exchanges of a trace with these lines, in their order. */
async function replay(
  lines: readonly Line[],
  reference: { readonly itlMs?: number } = {},
): Promise<Pick<Harvest, 'exchanges'>> {
  const file = join(folder, `${lines.length}.jsonl`);
  const text = lines.map(([scenario, outputLength], index) =>
    JSON.stringify({ timestamp: index * 50, output_length: outputLength, scenario }),
  );
  await writeFile(file, text.join('\n'));
  const harvest = await harvestReference(
    { arrivalRate: undefined, arrivals: undefined, trace: { file } },
    { tokens: WHOLE, ...reference },
  );
  expect(harvest.result.end).toMatchObject({ started: lines.length, notStarted: 0 });
  return { exchanges: harvest.exchanges.toSorted(byIntent) };
}

function byIntent(a: Exchange, b: Exchange): number {
  return a.timing.intendedMs - b.timing.intendedMs;
}
