import { describe, expect, test } from 'vitest';
import { z } from 'zod';
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
/** Too long to be read as a snapshot: they have separate tests. */
const WITHOUT_SNAPSHOT = new Set(['html', 'json']);
/** Between them they have every part of a report. */
const PINNED = new Set(['failing-gate', 'interrupted-gate']);
/** They keep text unchanged, escaped as in JSON. */
const FOR_MACHINES = new Set(['json', 'ndjson', 'sarif', 'badge']);
const FORMATS = Object.entries(formats);

const SarifRulesSchema = z.array(z.record(z.string(), z.unknown()));

/** Without the metadata of rules that no result names, which would fill every snapshot. */
function withReferencedRules(output: string): string {
  const named = new Set(output.match(/(?<="ruleId": ")[^"]+/g));
  const log = JSON.stringify(
    JSON.parse(output),
    (key, value: unknown) =>
      key === 'rules'
        ? SarifRulesSchema.parse(value).filter(({ id }) => named.has(String(id)))
        : value,
    2,
  );
  return `${log}\n`;
}

describe.each(Object.entries(REPORTS))('report %s', (name, report) => {
  const outputs = new Map(FORMATS.map(([format, { render }]) => [format, render(report)]));

  test('sample: it matches the schema', () => {
    expect(RunReportSchema.parse(report)).toEqual(report);
  });

  test.each(FORMATS)('%s: a second rendering is the same', (format, { render }) => {
    expect(render(report)).toBe(outputs.get(format));
  });

  const pinned = FORMATS.filter(([format]) => PINNED.has(name) && !WITHOUT_SNAPSHOT.has(format));
  test.each(pinned)('%s: the whole output is the pinned one', async (format, { file }) => {
    const output = outputs.get(format) ?? '';
    const text = format === 'sarif' ? withReferencedRules(output) : output;
    await expect(text).toMatchFileSnapshot(`snapshots/${name}/${file}`);
  });

  test.each(FORMATS)('%s: the outcome is in it, in the same word', (format) => {
    expect(outputs.get(format)).toContain(report.outcome);
  });
});

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

test('files: no two formats write the same one', () => {
  const files = Object.values(formats).map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
});
