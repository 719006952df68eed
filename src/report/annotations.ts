import { present } from '../input/defined.ts';
import { cutShortSentence, rowsThat } from './comparison/compare.ts';
import { differenceSentence } from './comparison/difference.ts';
import { type ConfigurationPlace, configurationPlace } from './phrases/configuration-place.ts';
import { failureLine, firstFinding } from './phrases/findings.ts';
import { firstNames, formatNumberOf } from './phrases/number-format.ts';
import { baselineWarnings, missSentence } from './phrases/sentences.ts';
import { isUnverifiedMust, LEVEL_WORD } from './phrases/verdicts.ts';
import type { Comparison } from './schema/comparison.ts';
import type { RuleResult } from './schema/rules.ts';
import type { RunReport } from './schema/run-report.ts';

/** What a CI server shows at a line of a change, or at the top of a run. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** Absent where no configuration file was read. */
  readonly place?: ConfigurationPlace | undefined;
}

/** Most ids in one annotation. */
const NAMED_RULES = 12;

/**
 * One annotation for each defect, the most important first: rules that failed, missed objectives,
 * required rules that could not be verified (one for each reason), recommended rules with findings.
 * Without any of them, the reasons of an outcome that is not a pass.
 */
export function annotationsOf(report: RunReport): readonly Annotation[] {
  const errors = [
    ...report.rules.filter(({ verdict }) => verdict === 'fail').map((rule) => ofRule(rule, report)),
    ...missedObjectives(report),
    ...unverifiedRules(report),
  ];
  const own = errors.length > 0 || report.outcome === 'pass' ? [] : report.reasons;
  return [
    ...errors,
    ...own.map((message) => ({
      level: 'error' as const,
      title: `Assay ${report.command}: ${report.outcome}`,
      message,
    })),
    ...report.rules.filter(({ verdict }) => verdict === 'warn').map((rule) => ofRule(rule, report)),
    ...baselineWarnings(report).map((message) => ({
      level: 'warning' as const,
      title: 'Stale baseline entry',
      message,
    })),
  ];
}

function ofRule(rule: RuleResult, report: RunReport): Annotation {
  const { id, level, verdict, statement } = rule;
  const failed = verdict === 'fail';
  return {
    level: failed ? 'error' : 'warning',
    title: `${id} ${failed ? 'failed' : 'has findings'} (${LEVEL_WORD[level]} rule)`,
    message: `${failureLine(rule)}\n${statement}`,
    place: configurationPlace(report, { operation: firstFinding(rule)?.evidence?.operation }),
  };
}

function missedObjectives(report: RunReport): readonly Annotation[] {
  return report.slo
    .filter(({ met }) => met === false)
    .map((each) => ({
      level: 'error',
      title: 'Objective missed',
      message: missSentence(each),
      place: configurationPlace(report, each),
    }));
}

function unverifiedRules(report: RunReport): readonly Annotation[] {
  const open = Map.groupBy(
    report.rules.filter(isUnverifiedMust),
    ({ reason }) => reason ?? 'no evidence',
  );
  return [...open].map(([reason, rules]) => ({
    level: 'error',
    title: `${formatNumberOf(rules.length, 'required rule')} could not be verified`,
    message: `${reason}: ${firstNames(
      rules.map(({ id }) => id),
      NAMED_RULES,
    )}`,
    place: configurationPlace(report, {}),
  }));
}

/** An error for each reason of --fail-on, one warning for all differences, and an error where the comparison is incomplete. */
export function comparisonAnnotations(comparison: Comparison): readonly Annotation[] {
  const cutShort = cutShortSentence(comparison);
  const rows = [...comparison.operations, ...comparison.rules, ...comparison.behaviours];
  return present([
    ...(comparison.reasons ?? []).map((message) => ({
      level: 'error' as const,
      title: 'Build is worse, or may be',
      message,
    })),
    cutShort !== undefined && {
      level: 'error' as const,
      title: 'Comparison is incomplete',
      message: cutShort,
    },
    rowsThat(rows, 'differs').length !== 0 && {
      level: 'warning' as const,
      title: 'Compared targets differ',
      message: differenceSentence(comparison),
    },
  ]);
}
