import { describe, expect, test } from 'vitest';
import { badge } from '../../../src/report/formats/badge.ts';
import * as formats from '../../../src/report/formats/index.ts';
import { type RunReport, RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { foundKnee } from '../sample-capacity.ts';
import * as samples from '../sample-report.ts';
import { failingGate, passingGate } from '../sample-report.ts';

const REPORTS = {
  'passing-gate': samples.passingGate(),
  'failing-gate': samples.failingGate(),
  'interrupted-gate': samples.interruptedGate(),
  'load-ended-early': samples.loadEndedEarly(),
  'conformance-only': samples.conformanceOnly(),
  capacity: foundKnee(),
};
/** Those that no test of their own reads as a whole. */
const PINNED = new Set(['text', 'ndjson']);
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

const LINE =
  'openai-node 7.57, openai-python 3.54: no effect of its fault (other claims not tried); AI SDK 7.0: returns a wrong value silently (usage.totalTokens)';
const WITH_CLIENTS = { text: formats.text, html: formats.html, sarif: formats.sarif };

/** As one line: a terminal wraps it. */
function rendered(name: keyof typeof WITH_CLIENTS, report: ReturnType<typeof failingGate>): string {
  return WITH_CLIENTS[name].render(report).replaceAll(/\s+/g, ' ');
}

test.each(['text', 'html', 'sarif'] as const)(
  'clients: %s has what they do beside a finding, and nothing where a rule passed',
  (name) => {
    expect(rendered(name, failingGate())).toContain(LINE);
    expect(rendered(name, passingGate())).not.toContain(
      'no effect of its fault (other claims not tried)',
    );
  },
);

function badgeOf(report: RunReport): unknown {
  return JSON.parse(badge.render(report));
}

test('badge: a passing run is green and says that nothing is unverified', () => {
  expect(badgeOf(samples.passingGate())).toEqual({
    schemaVersion: 1,
    label: 'assay (reference)',
    message: 'pass: 49 of 49 rules passed, 0 not verified',
    color: 'brightgreen',
    isError: false,
  });
});

test('badge: a pass with something unverified is not fully green', () => {
  const report = samples.passingGate();
  report.counts.assumed['could-not-verify'] = 2;
  expect(badgeOf(report)).toMatchObject({
    message: 'pass: 49 of 51 rules passed, 2 not verified',
    color: 'yellowgreen',
  });
});

test.each([
  ['fail', samples.failingGate(), 'red'],
  ['inconclusive', samples.conformanceOnly(), 'orange'],
])('badge: %s is an error', (_outcome, report, color) => {
  expect(badgeOf(report)).toMatchObject({ color, isError: true });
});
