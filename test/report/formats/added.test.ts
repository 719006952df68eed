import { describe, expect, test } from 'vitest';
import { html } from '../../../src/report/formats/html.ts';
import { markdown } from '../../../src/report/formats/markdown.ts';
import { text } from '../../../src/report/formats/text.ts';
import { addedNote, addedRows, addedSentences } from '../../../src/report/phrases/added-rows.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { passingGate } from '../sample-report.ts';

function percentiles(ms: number) {
  return { p50: ms, p90: 2 * ms, p95: 3 * ms, p99: 4 * ms, max: 5 * ms, count: 1200 };
}

const OVERHEAD: NonNullable<LoadReport['overhead']> = {
  images: { e2eMs: percentiles(3) },
  chat: {
    ttftMs: percentiles(0.4),
    e2eMs: percentiles(1),
    forwardMs: percentiles(0.2),
    relayMs: percentiles(0.1),
    tokensPerRead: 1.25,
  },
};

/** A gate with --upstream. */
function gate(): RunReport & { readonly load: LoadReport } {
  const { load, ...report } = passingGate();
  if (load === undefined) throw new Error('The sample has a load.');
  return { ...report, load: { ...load, overhead: OVERHEAD } };
}

describe('what the gateway adds under load', () => {
  test('has a row for each operation and figure, in the order of the interface', () => {
    expect(addedRows(gate().load)).toEqual([
      ['chat', 'TTFT', '0.400', '0.800', '1.60', '2.00', '1 200'],
      ['chat', 'request latency', '1.00', '2.00', '4.00', '5.00', '1 200'],
      ['chat', 'forward', '0.200', '0.400', '0.800', '1.00', '1 200'],
      ['chat', 'relay', '0.100', '0.200', '0.400', '0.500', '1 200'],
      ['images', 'request latency', '3.00', '6.00', '12.00', '15.00', '1 200'],
    ]);
    expect(addedSentences(gate().load)).toEqual([
      'chat: a read of the caller brought 1.25 tokens.',
    ]);
  });

  test('is a section of the page, of the text and of the summary', () => {
    const report = gate();
    expect(RunReportSchema.safeParse(report).error).toBeUndefined();
    expect(html.render(report)).toContain('<h2 id="overhead-title">Overhead</h2>');
    expect(html.render(report)).toContain('<th scope="row">images</th><td>request latency</td>');
    expect(text.render(report)).toMatch(/^Overhead\noperation +figure +p50 +p90 +p99 +max /m);
    expect(markdown.render(report)).toContain('## Overhead\n\n| Operation | Figure |');
  });

  test('says why forward and relay are absent', () => {
    const { load } = gate();
    expect(addedNote(load)).toContain('relay: from the write of each token to its read.');
    expect(addedNote({ ...load, overhead: { images: { e2eMs: percentiles(3) } } })).toContain(
      'forward and relay are not measured: they need one clock for both ends',
    );
  });

  test('is not a section without --upstream', () => {
    const report = passingGate();
    expect(html.render(report)).not.toContain('id="overhead"');
    expect(text.render(report)).not.toMatch(/^Overhead$/m);
    expect(markdown.render(report)).not.toContain('## Overhead');
  });
});
