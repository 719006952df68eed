import { expect, test } from 'vitest';
import { junit } from '../../../src/report/formats/junit.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import * as samples from '../sample-report.ts';

/** An element of an XML document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<\?xml[^?]*\?>|<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|#39);)+)/guy;
const LEGAL = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Reads the XML of the reports, and throws where a strict parser would. */
export function parseXml(document: string): Element {
  if (!LEGAL.test(document)) throw new SyntaxError('a character that XML 1.0 forbids');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(document);
    const parent = open.at(-1);
    if (token === null || parent === undefined) throw new SyntaxError(`not XML at ${at}`);
    const [, closing, name, attributes = '', empty, text] = token;
    if (text !== undefined) parent.text += textOf(text);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new SyntaxError(`</${name}> closes another at ${at}`);
    } else if (name !== undefined) {
      const element = { name, attributes: parseAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [element, ...others] = root.children;
  if (open.length !== 1 || element === undefined || others.length > 0 || root.text.trim() !== '') {
    throw new SyntaxError('not one element');
  }
  return element;
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => {
    return [name, textOf(value)] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw new SyntaxError('an attribute twice');
  }
  return Object.fromEntries(pairs);
}

function textOf(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  return text.replace(/&[^;]+;/g, (entity) => characters[entity] ?? entity);
}

/**
 * Elements of junit-10.xsd of Jenkins' xUnit plugin, as far as they are written: their children and
 * attributes. Attributes with `!` are required.
 */
const SCHEMA: Readonly<
  Record<string, { readonly children: readonly string[]; readonly attributes: readonly string[] }>
> = {
  testsuites: {
    children: ['testsuite'],
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
  },
  testsuite: {
    children: ['testcase', 'properties', 'system-out', 'system-err'],
    attributes: [
      'name!',
      'tests!',
      'failures!',
      'errors!',
      'group',
      'time',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
      'file',
      'log',
      'url',
      'version',
    ],
  },
  testcase: {
    children: ['failure', 'error', 'skipped', 'system-out', 'system-err'],
    attributes: ['name!', 'time', 'classname', 'group'],
  },
  failure: { children: [], attributes: ['type', 'message'] },
  error: { children: [], attributes: ['type', 'message'] },
  skipped: { children: [], attributes: ['type', 'message'] },
  'system-out': { children: [], attributes: [] },
};
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?$/;
const REPORTS = [
  samples.passingGate(),
  samples.failingGate(),
  samples.interruptedGate(),
  samples.conformanceOnly(),
];

/** Throws where an element is not as Jenkins and the other common schemas want it. */
function requireShape(element: Element): void {
  const { children = [], attributes = [] } = SCHEMA[element.name] ?? {};
  const known = attributes.map((name) => name.replace('!', ''));
  expect(Object.keys(SCHEMA)).toContain(element.name);
  for (const name of Object.keys(element.attributes)) expect(known, element.name).toContain(name);
  for (const name of attributes.filter((each) => each.endsWith('!'))) {
    expect(element.attributes, element.name).toHaveProperty([name.slice(0, -1)]);
  }
  expect(element.attributes.time ?? '').toMatch(TIME);
  for (const child of element.children) {
    expect(children, `in ${element.name}`).toContain(child.name);
    requireShape(child);
  }
  if (element.name === 'testcase') expect(element.children.length).toBeLessThanOrEqual(1);
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
    ...(element.name === 'testsuite' && { skipped: String(having('skipped')) }),
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

test.each(REPORTS)('junit: a report is XML as Jenkins wants it, with true totals', (report) => {
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

test('junit: a failure has expected, actual and a command that reproduces it', () => {
  const failure = caseOf(samples.failingGate(), 'chat-stream-done-once-last').children[0];
  expect(failure?.text).toContain('expected  end of stream after [DONE]');
  expect(failure?.text).toContain('at 612 ms, request 17');
  expect(failure?.text).toContain('curl -sS -N http://127.0.0.1:8080');
  expect(failure?.text).toContain('npx assay conform --target http://127.0.0.1:8080');
});

test('junit: the message of a failure has the expected and the actual value', () => {
  const failure = caseOf(samples.failingGate(), 'chat-stream-done-once-last').children[0];
  expect(failure?.attributes.message).toMatch(/^expected end of stream after \[DONE\], got .+/);
});

test('junit: a defect counts once, whether in conformance, under load or in both', () => {
  const report = samples.failingGate();
  const failed = report.rules.filter(({ verdict }) => verdict === 'fail').length;
  const missed = report.slo.filter(({ met }) => met === false).length;
  expect(parseXml(junit.render(report)).attributes).toMatchObject({
    failures: String(failed + missed),
    errors: '1',
  });
});

test('junit: a rule that failed rules explain is skipped, with the reason', () => {
  const report = samples.failingGate();
  const [blocked] = report.rules.filter(({ verdict }) => verdict === 'could-not-verify');
  Object.assign(blocked ?? {}, { blockedBy: ['chat-created-integer'] });
  expect(parseXml(junit.render(report)).attributes.errors).toBe('0');
  const [skipped] = caseOf(report, blocked?.id ?? '').children;
  expect(skipped?.attributes.message).toMatch(/^could-not-verify: /);
});

test('junit: a generator that could not keep up is one error', () => {
  const report = samples.passingGate();
  if (report.load === undefined) throw new Error('no load');
  report.load.health.healthy = false;
  for (const each of report.slo) Object.assign(each, { met: null, reason: 'saturated' });
  Object.assign(report, { outcome: 'inconclusive', exitCode: 2 });
  expect(parseXml(junit.render(report)).attributes.errors).toBe('1');
});

test('junit: without objectives, a generator that was late passes', () => {
  const report = samples.passingGate();
  if (report.load === undefined) throw new Error('no load');
  report.load.health.healthy = false;
  expect(parseXml(junit.render({ ...report, slo: [] })).attributes.errors).toBe('0');
});

test.each([
  ['was cut short', { partial: true }],
  ['failed itself', { exitCode: 3 as const }],
])('junit: a run that %s is an error beside the failures', (_, change) => {
  const run = caseOf({ ...samples.failingGate(), ...change }, 'completed');
  expect(run.children[0]?.name).toBe('error');
});

test('junit: a failure without another case becomes a case of the run', () => {
  const run = caseOf({ ...samples.passingGate(), outcome: 'fail', exitCode: 1 }, 'completed');
  expect(run.children[0]?.name).toBe('failure');
});
