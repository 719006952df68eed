import { present } from '../../input/defined.ts';
import { failureLine, findingText } from '../phrases/findings.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { formatNumberOf } from '../phrases/number-format.ts';
import { clip, clipLine } from '../phrases/printable.ts';
import {
  abortSentence,
  acceptedSentences,
  baselineWarnings,
  healthDecides,
  healthSentence,
  judgedSentence,
  marginPhrase,
  missSentence,
  throttledSentence,
} from '../phrases/sentences.ts';
import { isUnverifiedMust, LEVEL_WORD } from '../phrases/verdicts.ts';
import type { LoadReport } from '../schema/load.ts';
import type { JudgedRecord, RuleResult } from '../schema/rules.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import type { Format } from '../write.ts';

const MESSAGE_CHARACTERS = 500;

/**
 * JUnit XML as CI servers read it. Nothing is red there when Assay exits with 0:
 *
 * - a required rule that failed is a `failure`; one that could not be verified is an `error`;
 * - warn and note are passed cases that say so in `system-out`;
 * - other rules that could not be verified, those that failed rules explain, and rules that are not
 *   applicable, are `skipped`;
 * - a missed objective is a `failure`; one that could not be judged is an `error`, and `skipped` where
 *   the load generator could not keep up, which is an `error` of its own;
 * - the suite `run` has an outcome that no other case has, so that a run without rules is never
 *   green by absence.
 *
 * A defect is in one case, so that its count is that of the defects. A case has a time only when its
 * probe was timed. Only what the common schemas share is used, Jenkins' junit-10.xsd among them: no
 * properties of single cases, and no skipped cases in the totals of `testsuites`.
 */
export const junit: Format = {
  file: 'junit.xml',
  summary: 'JUnit XML, for CI servers',
  render(report) {
    const suites = junitSuites(report);
    const all = suites.flatMap(({ cases }) => cases);
    const startedAt = report.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
    return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="assay" ${totals(all)} time="${seconds(report.durationMs)}">
${suites.map((suite) => suiteElement(suite, startedAt))}</testsuites>
`.text;
  },
};

function suiteElement({ name, cases, durationMs }: JunitSuite, startedAt: string): Markup {
  const took = durationMs ?? cases.reduce((sum, each) => sum + (each.durationMs ?? 0), 0);
  return markup`  <testsuite name="${name}" ${totals(cases)} skipped="${count(cases, 'skipped')}" time="${seconds(took)}" timestamp="${startedAt}">
${cases.map((each) => caseElement(name, each))}  </testsuite>
`;
}

function caseElement(suite: string, each: JunitCase): Markup {
  const { name, durationMs } = each;
  const time = durationMs !== undefined && markup` time="${seconds(durationMs)}"`;
  return markup`    <testcase classname="assay.${suite}" name="${name}"${time}>${verdictElement(each)}</testcase>
`;
}

function verdictElement({ verdict, message, type, detail }: JunitCase): Markup | false {
  const line = clipLine(message, MESSAGE_CHARACTERS);
  switch (verdict) {
    case 'failure':
      return markup`<failure message="${line}" type="${type}">${detail}</failure>`;
    case 'error':
      return markup`<error message="${line}" type="${type}">${detail}</error>`;
    case 'skipped':
      return markup`<skipped message="${line}"/>`;
    case 'passed':
      return detail !== '' && markup`<system-out>${detail}</system-out>`;
  }
}

function totals(cases: readonly JunitCase[]): Markup {
  return markup`tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}"`;
}

function count(cases: readonly JunitCase[], verdict: JunitCase['verdict']): number {
  return cases.filter((each) => each.verdict === verdict).length;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const REASON_CHARACTERS = 1000;
const EXIT_OF_FAILED_RUN = 3;

/** A test suite as JUnit knows it. */
interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  /** The sum of its cases when absent. */
  readonly durationMs?: number;
}

interface JunitCase {
  readonly name: string;
  readonly verdict: 'passed' | 'failure' | 'error' | 'skipped';
  /** The reason for the verdict, on one line. */
  readonly message: string;
  /** Kind of a failure or error. */
  readonly type: string;
  readonly detail: string;
  readonly durationMs?: number;
}

/** The run, one suite an area, the objectives, and the load. Each defect is in one case. */
function junitSuites(report: RunReport): JunitSuite[] {
  const suites = defectSuites(report);
  const verdicts = new Set(suites.flatMap(({ cases }) => cases.map(({ verdict }) => verdict)));
  return [{ name: 'run', cases: [runCase(report, verdicts)] }, ...suites];
}

function defectSuites(report: RunReport): JunitSuite[] {
  const areas = Map.groupBy(report.rules, ({ area }) => area);
  const failed = new Set(
    report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
  );
  const saturated = report.load?.health.healthy === false;
  const slo = report.slo.map((objective) => objectiveCase(objective, saturated));
  return present([
    ...[...areas].map(([area, rules]) => ({
      name: area,
      cases: rules.map((rule) => ruleCase(rule, failed)),
    })),
    slo.length !== 0 && { name: 'slo', cases: slo },
    ...loadSuite(report),
  ]);
}

/**
 * A run that was cut short or failed is an error. Its outcome is repeated only where no other case
 * has it, so that a run without rules is never green by absence.
 * @param others verdicts of all other cases
 */
function runCase(report: RunReport, others: ReadonlySet<JunitCase['verdict']>): JunitCase {
  const { outcome, reasons, exitCode, partial, repro, seed } = report;
  const own = ({ pass: 'passed', fail: 'failure', inconclusive: 'error' } as const)[outcome];
  const broken = partial || exitCode === EXIT_OF_FAILED_RUN;
  const verdict = broken ? 'error' : own;
  return {
    name: 'completed',
    verdict: !broken && others.has(verdict) ? 'passed' : verdict,
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

/** @param failed ids of the rules that failed */
function ruleCase(rule: RuleResult, failed: ReadonlySet<string>): JunitCase {
  const { id, level, provenance, verdict, durationMs } = rule;
  const unsettled = verdict === 'could-not-verify' || verdict === 'not-applicable';
  const detail = unsettled || verdict === 'pass' ? (rule.remark ?? '') : ruleDetail(rule);
  return {
    name: id,
    verdict: caseVerdict(rule, failed),
    type: unsettled ? verdict : `${LEVEL_WORD[level]} (${provenance})`,
    message: unsettled ? unsettledMessage(rule) : failureLine(rule),
    detail,
    ...(durationMs !== undefined && { durationMs }),
  };
}

function unsettledMessage(rule: RuleResult): string {
  const { verdict, reason, statement } = rule;
  return [`${verdict}: ${reason ?? statement}`, ...acceptedSentences(rule)].join('; ');
}

function caseVerdict(rule: RuleResult, failed: ReadonlySet<string>): JunitCase['verdict'] {
  switch (rule.verdict) {
    case 'fail':
      return 'failure';
    case 'could-not-verify':
      return isUnverifiedMust(rule) && !isConsequence(rule, failed) ? 'error' : 'skipped';
    case 'not-applicable':
      return 'skipped';
    case 'pass':
    case 'warn':
    case 'note':
      return 'passed';
  }
}

/** Whether failed rules, which have cases of their own, are why it could not be verified. */
function isConsequence({ blockedBy = [] }: RuleResult, failed: ReadonlySet<string>): boolean {
  return blockedBy.length > 0 && blockedBy.every((id) => failed.has(id));
}

function ruleDetail(rule: RuleResult): string {
  const { verdict, statement, source, override } = rule;
  return present([
    `${verdict}: ${statement}\nsource: ${source}`,
    override !== undefined && `changed by the profile: ${clip(override, REASON_CHARACTERS)}`,
    ...acceptedSentences(rule),
    ...phaseDetail('conformance', rule.conformance),
    ...phaseDetail('load', rule.load),
  ]).join('\n\n');
}

function phaseDetail(phase: string, judged: JudgedRecord | undefined): string[] {
  if (judged === undefined || judged.findings === 0) return [];
  const head = `${phase}: ${formatNumberOf(judged.findings, 'finding')}, ${formatNumberOf(judged.judged, 'piece')} of evidence judged`;
  return [head, ...judged.examples.map(findingText)];
}

/** @param saturated whether the load generator could not keep up, which is a case of its own */
function objectiveCase(objective: Objective, saturated: boolean): JunitCase {
  const { objective: name, met } = objective;
  const message = marginPhrase(objective);
  if (met === null) {
    const verdict = saturated ? 'skipped' : 'error';
    return { name, verdict, type: 'not judged', message, detail: '' };
  }
  return {
    name,
    verdict: met ? 'passed' : 'failure',
    type: 'objective',
    message,
    detail: met ? message : missSentence(objective),
  };
}

function loadSuite({ load, slo }: RunReport): JunitSuite[] {
  if (load === undefined) return [];
  const generator: JunitCase = {
    name: 'load generator kept up',
    verdict: load.health.healthy || !healthDecides(load, slo) ? 'passed' : 'error',
    type: 'generator',
    message: healthSentence(load.health),
    detail: [judgedSentence(load), throttledSentence(load)].filter((each) => each !== '').join(' '),
  };
  const cases = [generator, ...abortCases(load)];
  return [{ name: 'load', cases, durationMs: load.durationMs }];
}

/** A generator that could not keep up has its own case: its measurements fail nothing. */
function abortCases({ abortedBy, health }: LoadReport): JunitCase[] {
  if (abortedBy === undefined) return [];
  const message = abortSentence(abortedBy);
  const verdict = health.healthy ? 'failure' : 'error';
  return [{ name: 'load was not ended early', verdict, type: 'abortOn', message, detail: message }];
}
