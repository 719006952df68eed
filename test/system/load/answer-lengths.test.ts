import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { LoadJudge } from '../../../src/load/judging/load-judge.ts';
import { timingsOf } from '../../../src/measure/measured-exchange.ts';
import { testFolder } from '../../support/test-folder.ts';
import { harvestReference, said } from './load-run.ts';

/** Tokens in an answer without a limit. */
const WHOLE = 24;
const ITL_MS = 50;

const folder = await testFolder('answer-lengths');

type Line = readonly [scenario: string, outputLength: number, tokens: number];

const LINES: readonly Line[] = [
  ['chat-stream', 1, 1],
  ['chat-stream', 5, 5],
  ['chat-stream', 0, WHOLE],
  ['chat-stream', 400, WHOLE],
  ['responses-stream', 2, 2],
  ['responses-stream', WHOLE, WHOLE],
  ['chat', 7, 7],
  ['chat', 400, WHOLE],
  ['responses', 3, 3],
  ['responses', 0, WHOLE],
];

test('trace: answers have the lengths of its lines, at most that of the model; a limit saves time and breaks no rule', async () => {
  const exchanges = await replayed();
  const tokens = exchanges.map((exchange) => {
    const streamed = timingsOf(exchange).tokens;
    if (streamed > 0) return streamed;
    const { usage } = JSON.parse(said(exchange));
    return usage.completion_tokens ?? usage.output_tokens;
  });
  expect(tokens).toEqual(LINES.map(([, , most]) => most));
  const tookLong = exchanges.map((exchange) => timingsOf(exchange).e2eMs >= (WHOLE - 1) * ITL_MS);
  expect(tookLong).toEqual(LINES.map(([, , most]) => most === WHOLE));
  const rules = CATALOGUE.map(({ rule }) => rule);
  const judge = new LoadJudge(rules, resolveProfile(referenceProfile, rules), { secondKey: true });
  for (const exchange of exchanges) judge.exchange(exchange);
  const found = judge.judges.filter(({ tally }) => tally.findings > 0);
  expect([...judge.failures, ...found.map(({ rule }) => rule.id)]).toEqual([]);
});

/** The exchanges of a trace with the lines, in their order. */
async function replayed(): Promise<readonly Exchange[]> {
  const file = join(folder, 'trace.jsonl');
  const text = LINES.map(([scenario, outputLength], index) =>
    JSON.stringify({ timestamp: index * 50, output_length: outputLength, scenario }),
  );
  await writeFile(file, text.join('\n'));
  const harvest = await harvestReference(
    { arrivalRate: undefined, arrivals: undefined, trace: { file } },
    { tokens: WHOLE, itlMs: ITL_MS },
  );
  expect(harvest.result.end).toMatchObject({ started: LINES.length, notStarted: 0 });
  return harvest.exchanges.toSorted(byIntent);
}

function byIntent(a: Exchange, b: Exchange): number {
  return a.timing.intendedMs - b.timing.intendedMs;
}
