import type { Format } from '../format.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { clipLine } from '../phrases/printable.ts';
import { type JunitCase, type JunitSuite, junitSuites } from './junit/cases.ts';

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
