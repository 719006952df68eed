import { expect, test } from 'vitest';
import { decide } from '../../../src/report/assemble/outcome.ts';
import { TextPage } from '../../../src/report/formats/text/text-page.ts';
import { terminalText, text } from '../../../src/report/formats/text.ts';
import { againstSection } from '../../../src/report/performance/compare-performance.ts';
import { AgainstSchema } from '../../../src/report/schema/performance.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { syntheticReport } from '../performance/synthetic-report.ts';
import { conformanceOnly } from '../sample-report.ts';

const BASELINE = syntheticReport({ seed: 1, ttftMs: 20 });
const SLOWER = syntheticReport({ seed: 2, ttftMs: 24 });

function against(report: RunReport) {
  return againstSection({ file: 'main.json', report: BASELINE }, report);
}

function outcomeOf(report: RunReport) {
  const calm = { interrupted: false, harnessErrors: [], rules: [], slo: [], judgedShare: 0 };
  const { load } = report;
  return decide({ ...calm, ...(load && { load }), against: against(report) });
}

test('against: a run that is the same passes', () => {
  const { exitCode, outcome } = outcomeOf(syntheticReport({ seed: 2, ttftMs: 20 }));
  expect([exitCode, outcome]).toEqual([0, 'pass']);
});

test('against: a run that is worse fails, and names each figure with its interval', () => {
  const { exitCode, reasons } = outcomeOf(SLOWER);
  expect(exitCode).toBe(1);
  expect(reasons[0]).toMatch(
    /^Worse than the baseline: chat, stream: TTFT p50 2[34]\.\d ms, 20\.\d ms in the baseline: \+[34]\.\d+ ms, \+\d+ % \(95 % CI \+[34]\.\d+ to \+[345]\.\d+ ms\)\.$/,
  );
});

test('against: a run that cannot be compared is inconclusive, and says why', () => {
  const { exitCode, reasons } = outcomeOf(
    syntheticReport({ seed: 2, ttftMs: 20 }, { scenario: 'chat' }),
  );
  expect(exitCode).toBe(2);
  expect(reasons[0]).toContain('It is uncertain whether it is worse than the baseline: ');
});

test('against: a run that is worse with a saturated generator is inconclusive', () => {
  const { load } = SLOWER;
  if (load === undefined) throw new Error('The sample has a load.');
  const health = { ...load.health, healthy: false };
  expect(outcomeOf({ ...SLOWER, load: { ...load, health } }).exitCode).toBe(2);
});

test('against: the result on a terminal names the baseline and the word', () => {
  const output = terminalText({ ...SLOWER, against: against(SLOWER) }, new TextPage(), false);
  expect(output).toMatch(/^ {2}against {5}main\.json: Worse$/m);
});

test('against: a run without a load has no performance to compare', () => {
  expect(against(conformanceOnly())).not.toHaveProperty('performance');
});

test('against: the report shows both sides, the schema reads them', () => {
  const section = against(SLOWER);
  expect(AgainstSchema.safeParse(section).error).toBeUndefined();
  expect(text.render({ ...SLOWER, against: section })).toMatch(
    /TTFT p50 +20\.\d ms +2[34]\.\d ms .* Worse/,
  );
});
