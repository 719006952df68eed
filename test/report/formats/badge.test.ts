import { expect, test } from 'vitest';
import { badge } from '../../../src/report/formats/badge.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import * as samples from '../sample-report.ts';

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
