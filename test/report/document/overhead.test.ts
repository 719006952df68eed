import { describe, expect, test } from 'vitest';
import type { Block, Table } from '../../../src/report/document/document.ts';
import { overheadSection } from '../../../src/report/document/overhead.ts';
import { runDocument } from '../../../src/report/document/run-document.ts';
import { html } from '../../../src/report/formats/html.ts';
import { headlineFigures } from '../../../src/report/phrases/headline-figures.ts';
import { overheadSentences } from '../../../src/report/phrases/overhead-sentences.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { OVERHEAD, overheadRun, overheadStep } from '../sample-overhead.ts';
import { passingGate } from '../sample-report.ts';

function blocks(report: RunReport): readonly Block[] {
  return overheadSection(report)?.blocks ?? [];
}

/** The rows of the table, each after the name of its group. */
function rows(report: RunReport): unknown[] {
  const table = blocks(report).find((block): block is Table => block.kind === 'table');
  return (table?.groups ?? []).flatMap(({ name, rows: all }) =>
    all.map((row) => [name, row.name, ...row.cells]),
  );
}

/** What the page draws. */
function drawn(report: RunReport): string {
  return blocks(report)
    .flatMap((block) => (block.kind === 'charts' ? block.draw() : []))
    .map(({ text }) => text)
    .join('');
}

describe('the overhead of each load', () => {
  test('a row has both sides, the overhead and its interval; another one is clock-free', () => {
    const figures = ['3.00 ms', '4.20 ms', '+1.20 ms, +40 %', '+1.10 to +1.30 ms'];
    expect(rows(overheadRun()).slice(2, 4)).toEqual([
      ['chat, stream, 50/s', 'TTFT p50', ...figures],
      ['chat, stream, 50/s', 'overhead, TTFT p50', ...figures],
    ]);
    expect(rows(overheadRun())[6]).toContainEqual(expect.stringMatching(/, \+1\s333 %$/));
  });

  test('the knee, excluded blocks and failed requests are sentences', () => {
    expect(overheadSentences(OVERHEAD)).toEqual([
      'The gateway fell behind at 200/s; it kept up at 100/s.',
      '100/s: the load generator could not keep up in 2 of 10 blocks, which were excluded on both sides.',
      '200/s: 25 requests through the gateway (5 %) and 0 requests to the upstream failed, and were excluded.',
    ]);
  });

  test('the page draws p50 and p90 of the overhead at each load, and names what was measured', () => {
    const text = drawn(overheadRun());
    expect(text).toContain('<span>ms · load · p50 with its 95 % CI</span>');
    expect(text).not.toContain('p90 with');
    expect(text).toContain('50/s: p50 1.20 ms, 95 % CI 1.10 to 1.30 ms');
    expect(text).not.toContain('Request latency of bodies');
  });

  test('no line runs across a load that has too few requests for a p90', () => {
    const [both, p50] = [['p50', 'p90'] as const, ['p50'] as const];
    const steps = [both, p50, both].map((statistics, at) =>
      overheadStep(1, at === 0 ? {} : { arrivalRate: 50 * at }, statistics),
    );
    const text = drawn({ ...overheadRun(), overhead: { ...OVERHEAD, steps } });
    expect(/class="line second" d="([^"]*)"/.exec(text)?.[1]).not.toContain('L');
    expect(/class="line first" d="([^"]*)"/.exec(text)?.[1]).toMatch(/^M[^M]*L[^M]*L[^M]*$/);
  });

  test('the first screen shows the median at each load, with its interval', () => {
    const figures = headlineFigures(overheadRun());
    expect(figures).toEqual(
      expect.arrayContaining([
        { name: 'TTFT, 1 in flight', value: '+1.00 ms', note: 'p50; 95 % CI 0.90 to 1.10' },
        { name: 'TTFT, 50/s', value: '+1.20 ms', note: 'p50; 95 % CI 1.10 to 1.30' },
      ]),
    );
  });

  test('the answer is what the gateway adds at the highest rate it kept up with, and no pass', () => {
    const report = { ...overheadRun(), command: 'overhead', rules: [], slo: [] };
    expect(runDocument(report).head.answer).toEqual({
      words: 'Measured',
      beside: 'TTFT +4.00 ms p50 at 100/s.',
      stamp: 'measured',
    });
    expect(html.render(report)).not.toMatch(/>pass<|All checks passed/i);
  });

  test('with an objective the answer is its outcome', () => {
    const report = { ...overheadRun(), command: 'overhead' };
    expect(runDocument(report).head.answer).toMatchObject({ words: 'pass', stamp: 'pass' });
  });

  test('the page draws the delay of each token, without the gateway and through it', () => {
    const places = [
      { floor: { p50: 0.04, p90: 0.2 }, through: { p50: 0.17, p90: 1.1, p99: 9 } },
      { floor: { p50: 0.03, p90: 0.1 }, through: { p50: 0.12 } },
    ];
    const tokens = { perRead: { floor: 1, through: 1.25 }, places };
    const overhead = { steps: [overheadStep(1, { tokens })] };
    const text = drawn({ ...passingGate(), overhead });
    expect(text).toContain('Delay of each token of a stream');
    expect(text).toContain(
      '<title>through, token 1: p50 0.17 ms, p90 1.10 ms, p99 9.00 ms</title>',
    );
    expect(text).toContain('direct 0.03 to 0.04 ms, through 0.12 to 0.17 ms');
    expect(overheadSentences(overhead)).toEqual([
      '1 in flight: tokens per read: 1.25 through the gateway, 1.00 direct (the gateway merges tokens).',
    ]);
  });

  test('without rates the table and the chart have one load', () => {
    const report = { ...passingGate(), overhead: { steps: OVERHEAD.steps.slice(0, 1) } };
    expect(rows(report)).toHaveLength(2);
    expect(drawn(report).match(/class="point first"/g)).toHaveLength(1);
  });
});

function percentiles(ms: number) {
  return { p50: ms, p90: 2 * ms, p95: 3 * ms, p99: 4 * ms, max: 5 * ms, count: 1200 };
}

/** A gate with --upstream. */
function gate(overhead: LoadReport['overhead']): RunReport {
  const { load, ...report } = passingGate();
  if (load === undefined) throw new Error('The sample has a load.');
  return { ...report, load: { ...load, overhead } };
}

const ADDED: LoadReport['overhead'] = {
  images: { e2eMs: percentiles(3) },
  chat: {
    ttftMs: percentiles(0.4),
    e2eMs: percentiles(1),
    forwardMs: percentiles(0.2),
    relayMs: percentiles(0.1),
    tokensPerRead: 1.25,
  },
};

describe('what the gateway adds under load', () => {
  test('has a row for each operation and figure, in the order of the interface', () => {
    expect(RunReportSchema.safeParse(gate(ADDED)).error).toBeUndefined();
    expect(rows(gate(ADDED))).toEqual([
      ['chat', 'TTFT', '0.400', '0.800', '1.60', '2.00', '1 200'],
      ['chat', 'request latency', '1.00', '2.00', '4.00', '5.00', '1 200'],
      ['chat', 'forward', '0.200', '0.400', '0.800', '1.00', '1 200'],
      ['chat', 'relay', '0.100', '0.200', '0.400', '0.500', '1 200'],
      ['images', 'request latency', '3.00', '6.00', '12.0', '15.0', '1 200'],
    ]);
    expect(blocks(gate(ADDED))).toContainEqual(
      expect.objectContaining({ words: 'chat: a read of the caller brought 1.25 tokens.' }),
    );
  });

  test.each([
    ['says what forward and relay are', ADDED, 'relay: from the write of each token to its read.'],
    [
      'says why forward and relay are absent',
      { images: { e2eMs: percentiles(3) } },
      'forward and relay are not measured: they need one clock for both ends',
    ],
  ])('its note %s', (_what, added, note) => {
    const table = expect.objectContaining({ note: expect.stringContaining(note) });
    expect(blocks(gate(added))).toContainEqual(table);
  });

  test('is not a section without --upstream', () => {
    expect(overheadSection(passingGate())).toBeUndefined();
  });
});
