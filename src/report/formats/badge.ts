import { formatCount, formatNumberOf } from '../phrases/number-format.ts';
import { clipLine, safeJson } from '../phrases/printable.ts';
import { countOf, VERDICTS } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Format } from '../write.ts';

const COLOURS = { pass: 'brightgreen', fail: 'red', inconclusive: 'orange' } as const;

/**
 * A badge as shields.io's endpoint reads it. What could not be verified is always in it: a badge
 * that shows only passes would reward skipping.
 */
export const badge: Format = {
  file: 'badge.json',
  summary: 'a badge for shields.io',
  render(report) {
    const { outcome, profile } = report;
    const unverified = countOf(report, 'could-not-verify');
    const badgeJson = {
      schemaVersion: 1,
      label: `assay (${clipLine(profile.name, 40)})`,
      message: `${outcome}: ${message(report, unverified)}`,
      color: outcome === 'pass' && unverified > 0 ? 'yellowgreen' : COLOURS[outcome],
      isError: outcome !== 'pass',
    };
    return `${safeJson(badgeJson, 2)}\n`;
  },
};

function message(report: RunReport, unverified: number): string {
  const applicable = VERDICTS.filter((verdict) => verdict !== 'not-applicable')
    .map((verdict) => countOf(report, verdict))
    .reduce((sum, count) => sum + count);
  const passed = formatCount(countOf(report, 'pass'));
  return `${passed} of ${formatNumberOf(applicable, 'rule')} passed, ${formatCount(unverified)} not verified`;
}
