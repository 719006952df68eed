import { formatNumberOf } from '../../phrases/number-format.ts';
import { findingText } from '../../phrases/plain-finding.ts';
import { clip } from '../../phrases/printable.ts';
import {
  abortSentence,
  acceptedSentences,
  baselineWarnings,
  healthSentence,
  judgedSentence,
  marginPhrase,
  throttledSentence,
} from '../../phrases/sentences.ts';
import { isUnverifiedMust, LEVEL_WORD, VERDICT_OF_LEVEL } from '../../phrases/verdicts.ts';
import type { LoadReport, Violation } from '../../schema/load.ts';
import type { JudgedRecord, RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { Objective } from '../../schema/slo.ts';

const REASON_CHARACTERS = 1000;

/** A test suite as JUnit knows it. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  /** The sum of its cases when absent. */
  readonly durationMs?: number;
}

export interface JunitCase {
  readonly name: string;
  readonly verdict: 'passed' | 'failure' | 'error' | 'skipped';
  /** The reason for the verdict, on one line. */
  readonly message: string;
  /** Kind of a failure or error. */
  readonly type: string;
  readonly detail: string;
  readonly durationMs?: number;
}

/** The run, one suite an area, the objectives, and the load. */
export function junitSuites(report: RunReport): JunitSuite[] {
  const areas = Map.groupBy(report.rules, ({ area }) => area);
  return [
    { name: 'run', cases: [runCase(report)] },
    ...[...areas].map(([area, rules]) => ({ name: area, cases: rules.map(ruleCase) })),
    ...(report.slo.length === 0 ? [] : [{ name: 'slo', cases: report.slo.map(objectiveCase) }]),
    ...loadSuite(report),
  ];
}

function runCase(report: RunReport): JunitCase {
  const { outcome, reasons, exitCode, repro, seed } = report;
  return {
    name: 'outcome',
    verdict: ({ pass: 'passed', fail: 'failure', inconclusive: 'error' } as const)[outcome],
    type: outcome,
    message: reasons[0] ?? outcome,
    detail: [
      `${outcome}, exit code ${exitCode}, seed ${seed}`,
      ...reasons.map((reason) => clip(reason, REASON_CHARACTERS)),
      ...baselineWarnings(report),
      repro,
    ].join('\n'),
  };
}

function ruleCase(rule: RuleResult): JunitCase {
  const { id, level, provenance, statement, verdict, durationMs } = rule;
  const unsettled = verdict === 'could-not-verify' || verdict === 'not-applicable';
  const detail = unsettled || verdict === 'pass' ? (rule.remark ?? '') : ruleDetail(rule);
  return {
    name: id,
    verdict: caseVerdict(rule),
    type: unsettled ? verdict : `${LEVEL_WORD[level]} (${provenance})`,
    message: unsettled ? unsettledMessage(rule) : statement,
    detail,
    ...(durationMs !== undefined && { durationMs }),
  };
}

function unsettledMessage(rule: RuleResult): string {
  const { verdict, reason, statement } = rule;
  return [`${verdict}: ${reason ?? statement}`, ...acceptedSentences(rule)].join('; ');
}

function caseVerdict(rule: RuleResult): JunitCase['verdict'] {
  switch (rule.verdict) {
    case 'fail':
      return 'failure';
    case 'could-not-verify':
      return isUnverifiedMust(rule) ? 'error' : 'skipped';
    case 'not-applicable':
      return 'skipped';
    case 'pass':
    case 'warn':
    case 'note':
      return 'passed';
  }
}

function ruleDetail(rule: RuleResult): string {
  const { verdict, statement, source, override } = rule;
  return [
    `${verdict}: ${statement}\nsource: ${source}`,
    ...(override === undefined
      ? []
      : [`changed by the profile: ${clip(override, REASON_CHARACTERS)}`]),
    ...acceptedSentences(rule),
    ...phaseDetail('conformance', rule.conformance),
    ...phaseDetail('load', rule.load),
  ].join('\n\n');
}

function phaseDetail(phase: string, judged: JudgedRecord | undefined): string[] {
  if (judged === undefined || judged.findings === 0) return [];
  const head = `${phase}: ${formatNumberOf(judged.findings, 'finding')}, ${formatNumberOf(judged.judged, 'piece')} of evidence judged`;
  return [head, ...judged.examples.map(findingText)];
}

function objectiveCase(objective: Objective): JunitCase {
  const { objective: name, met } = objective;
  const message = marginPhrase(objective);
  if (met === null) return { name, verdict: 'error', type: 'not judged', message, detail: '' };
  return {
    name,
    verdict: met ? 'passed' : 'failure',
    type: 'objective',
    message,
    detail: message,
  };
}

function loadSuite({ load }: RunReport): JunitSuite[] {
  if (load === undefined) return [];
  const generator: JunitCase = {
    name: 'load generator kept up',
    verdict: load.health.healthy ? 'passed' : 'error',
    type: 'generator',
    message: healthSentence(load.health),
    detail: [judgedSentence(load), throttledSentence(load)].filter((each) => each !== '').join(' '),
  };
  const cases = [generator, ...abortCases(load), ...load.violations.map(violationCase)];
  return [{ name: 'load', cases, durationMs: load.durationMs }];
}

/** A generator that could not keep up has its own case: its measurements fail nothing. */
function abortCases({ abortedBy, health }: LoadReport): JunitCase[] {
  if (abortedBy === undefined) return [];
  const message = abortSentence(abortedBy);
  const verdict = health.healthy ? 'failure' : 'error';
  return [{ name: 'load was not ended early', verdict, type: 'abortOn', message, detail: message }];
}

function violationCase(violation: Violation): JunitCase {
  const { rule, operation, level, provenance, count, examples } = violation;
  const verdict = violation.accepted === true ? 'note' : VERDICT_OF_LEVEL[level];
  const but = violation.accepted === true ? ', accepted by the baseline' : '';
  const message = `${verdict}: ${formatNumberOf(count, 'finding')} under load${but}`;
  const findings = examples.map(findingText);
  return {
    name: `${rule} in ${operation}`,
    verdict: verdict === 'fail' ? 'failure' : 'passed',
    type: `${LEVEL_WORD[level]} (${provenance})`,
    message,
    detail: [message, ...findings].join('\n\n'),
  };
}
