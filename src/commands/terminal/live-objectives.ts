import type { ComplianceResult } from '../../measure/compliance.ts';
import { objectives } from '../../report/assemble/load-section.ts';
import { columnsOf, type Ink, padEnd } from '../../report/formats/text/text-page.ts';
import { formatMeasure } from '../../report/phrases/sentences.ts';
import type { Objective } from '../../report/schema/run-report.ts';
import type { LiveLine } from './progress.ts';

const STATES = {
  true: { words: '✓ met', ink: 'pass' },
  false: { words: '✗ missed', ink: 'fail' },
  null: { words: '? not yet known', ink: 'quiet' },
} as const satisfies Record<string, { words: string; ink: Ink }>;

/** A line for each objective: its state so far, and what was measured. */
export function objectiveLines(results: readonly ComplianceResult[]): readonly LiveLine[] {
  const stated = objectives(results).map((objective) => ({
    objective,
    ...STATES[`${objective.met}`],
  }));
  const width = Math.max(0, ...stated.map(({ words }) => columnsOf(words)));
  return stated.map(({ objective, words, ink }) => ({
    text: `${padEnd(words, width)}  ${objective.objective}${measuredPhrase(objective)}`,
    ink,
  }));
}

function measuredPhrase({ measured, unit }: Objective): string {
  return measured === null ? '' : `  ${formatMeasure(measured, unit)} so far`;
}

/** All objectives in one line, where there is no room for a line each; undefined without any. */
export function objectivesLine(results: readonly ComplianceResult[]): LiveLine | undefined {
  if (results.length === 0) return undefined;
  const missed = results.filter(({ met }) => met === false);
  const which = missed.length === 0 ? '' : `, missed: ${missed.map(textOf).join('; ')}`;
  return {
    text: `objectives: ${metPhrase(results)} so far${which}`,
    ...(missed.length > 0 && { ink: 'fail' }),
  };
}

/** `objectives: 1 of 3 met`; undefined without any. */
export function objectivesPhrase(results: readonly ComplianceResult[]): string | undefined {
  return results.length === 0 ? undefined : `objectives: ${metPhrase(results)}`;
}

function metPhrase(results: readonly ComplianceResult[]): string {
  return `${results.filter(({ met }) => met === true).length} of ${results.length} met`;
}

function textOf({ objective }: ComplianceResult): string {
  return objective.text;
}
