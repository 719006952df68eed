import { describe, expect, test } from 'vitest';
import * as formats from '../../../src/report/formats/index.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import * as samples from '../sample-report.ts';

const REPORTS = {
  'passing-gate': samples.passingGate(),
  'failing-gate': samples.failingGate(),
  'interrupted-gate': samples.interruptedGate(),
  'load-ended-early': samples.loadEndedEarly(),
  'conformance-only': samples.conformanceOnly(),
};
/** Those that people read, and that no test of their own reads as a whole. */
const PINNED = new Set(['text', 'markdown', 'ndjson']);
/** They keep text unchanged, escaped as in JSON. */
const FOR_MACHINES = new Set(['json', 'ndjson', 'sarif', 'badge']);
const FORMATS = Object.entries(formats);

describe.each(Object.entries(REPORTS))('report %s', (_, report) => {
  const outputs = new Map(FORMATS.map(([format, { render }]) => [format, render(report)]));

  test('sample: it matches the schema', () => {
    expect(RunReportSchema.parse(report)).toEqual(report);
  });

  test.each(FORMATS)('%s: a second rendering is the same', (format, { render }) => {
    expect(render(report)).toBe(outputs.get(format));
  });

  test.each(FORMATS)('%s: the outcome is in it, in the same word', (format) => {
    expect(outputs.get(format)).toContain(report.outcome);
  });
});

test.each(FORMATS.filter(([format]) => PINNED.has(format)))(
  '%s: the whole output is the pinned one',
  async (_, { file, render }) => {
    await expect(render(samples.failingGate())).toMatchFileSnapshot(`snapshots/${file}`);
  },
);

describe.each(Object.entries(HOSTILE_TEXTS))('hostile text: %s', (_what, text) => {
  const report = samples.hostileGate(text);

  test.each(FORMATS)('%s: the output is whole, limited and harmless', (name, format) => {
    const output = format.render(report);
    expect(output.isWellFormed()).toBe(true);
    if (FOR_MACHINES.has(name)) {
      const documents = name === 'ndjson' ? output.trimEnd().split('\n') : [output];
      for (const document of documents) JSON.parse(document);
    } else {
      expect(output.length).toBeLessThan(2_000_000);
    }
    const start = output.slice(0, 2_000_000);
    expect(start).not.toMatch(/(?![\t\n])[\p{Control}\p{Bidi_Control}\u2028]/u);
  });
});

test.each([
  ['an ordinary one', samples.failingGate()],
  ['one with texts that are escaped', samples.hostileGate(HOSTILE_TEXTS['bidi controls'] ?? '')],
])('json: the report is the same when it is read back, %s', (_, report) => {
  expect(RunReportSchema.parse(JSON.parse(formats.json.render(report)))).toEqual(report);
});
