import { expect, test } from 'vitest';
import { junit } from '../../../src/report/formats/junit.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import * as samples from '../sample-report.ts';
import { type Element, parseXml } from './xml.ts';

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['testsuite'],
  testsuite: ['testcase'],
  testcase: ['failure', 'error', 'skipped', 'system-out'],
};
const REPORTS = [
  samples.passingGate(),
  samples.failingGate(),
  samples.interruptedGate(),
  samples.conformanceOnly(),
];

/** The shape that the common schemas of JUnit XML share; throws where it is broken. */
function requireShape(element: Element): void {
  for (const child of element.children) {
    expect(ALLOWED[element.name] ?? [], `in ${element.name}`).toContain(child.name);
    requireShape(child);
  }
  if (element.name === 'testcase') {
    expect(Object.keys(element.attributes)).toEqual(expect.arrayContaining(['classname', 'name']));
    expect(element.children.length).toBeLessThanOrEqual(1);
  }
  if (element.name === 'testsuite' || element.name === 'testsuites') requireTotals(element);
}

function requireTotals(element: Element): void {
  const cases = element.name === 'testsuite' ? [element] : element.children;
  const within = cases.flatMap(({ children }) => children);
  const having = (name: string) =>
    within.filter(({ children }) => children[0]?.name === name).length;
  expect(element.attributes).toMatchObject({
    tests: String(within.length),
    failures: String(having('failure')),
    errors: String(having('error')),
    skipped: String(having('skipped')),
  });
  expect(Number(element.attributes.time)).toBeGreaterThanOrEqual(0);
}

function caseOf(report: RunReport, name: string): Element {
  const suites = parseXml(junit.render(report)).children;
  const found = suites
    .flatMap(({ children }) => children)
    .find(({ attributes }) => attributes.name === name);
  if (found === undefined) throw new Error(`no case: ${name}`);
  return found;
}

function verdictOf(change: Partial<RuleResult>): string {
  const report = samples.passingGate();
  const rule = report.rules.find(({ id }) => id === 'chat-usage-sum');
  if (rule === undefined) throw new Error('no such rule');
  Object.assign(rule, change);
  return caseOf(report, 'chat-usage-sum').children[0]?.name ?? 'passed';
}

test.each(REPORTS)('junit: a report is XML of the common shape, with true totals', (report) => {
  requireShape(parseXml(junit.render(report)));
});

test.each(Object.entries(HOSTILE_TEXTS))('junit: hostile text is still XML: %s', (_what, text) => {
  requireShape(parseXml(junit.render(samples.hostileGate(text))));
});

test.each([
  ['pass', 'must', 'passed'],
  ['fail', 'must', 'failure'],
  ['warn', 'should', 'system-out'],
  ['note', 'may', 'system-out'],
  ['could-not-verify', 'must', 'error'],
  ['could-not-verify', 'should', 'skipped'],
  ['not-applicable', 'must', 'skipped'],
] as const)('junit: %s of a %s is %s', (verdict, level, element) => {
  const reason = verdict === 'could-not-verify' || verdict === 'not-applicable';
  expect(verdictOf({ verdict, level, ...(reason && { reason: 'a ledger is missing' }) })).toBe(
    element,
  );
});

test('junit: a skipped rule says why', () => {
  const skipped = caseOf(samples.failingGate(), 'idempotency-one-effect').children[0];
  expect(skipped?.attributes.message).toBe(
    'not-applicable: the profile waives the ledger: no counter of billing is reachable from CI',
  );
});

test('junit: a run without rules that is inconclusive is an error', () => {
  const { load: _, ...report } = samples.interruptedGate();
  const xml = parseXml(junit.render({ ...report, rules: [], slo: [] }));
  expect(xml.attributes).toMatchObject({ tests: '1', errors: '1' });
});

test('junit: a failure carries expected, actual and how to see it again', () => {
  const failure = caseOf(samples.failingGate(), 'chat-stream-done-once-last').children[0];
  expect(failure?.text).toContain('expected  end of stream after [DONE]');
  expect(failure?.text).toContain('at 612 ms, request 17');
  expect(failure?.text).toContain('curl -sS -N http://127.0.0.1:8080');
  expect(failure?.text).toContain('assay conform --target http://127.0.0.1:8080');
});
