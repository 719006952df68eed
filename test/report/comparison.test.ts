import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { UsageError } from '../../src/input/usage-error.ts';
import { commonCauses } from '../../src/report/assemble/common-causes.ts';
import { ruleResults } from '../../src/report/assemble/rule-results.ts';
import { compare } from '../../src/report/comparison/compare.ts';
import { parseRecordedRun, type Subject } from '../../src/report/comparison/recorded-run.ts';
import { shortIds } from '../../src/report/comparison/rows.ts';
import { COMPARISON } from '../../src/report/files.ts';
import { TextPage } from '../../src/report/formats/text/text-page.ts';
import { type Comparison, ComparisonSchema } from '../../src/report/schema/comparison.ts';
import type { RuleResult } from '../../src/report/schema/rules.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import { judgeReference } from '../support/judge-reference.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { failingGate, passingGate } from './sample-report.ts';
import { sheetOf } from './sample-sheet.ts';

const WHEN = { comparedAt: new Date('2026-11-20T12:00:00Z'), exitCode: 0 } as const;

describe('comparison', () => {
  test('comparison: differences come first, then unsettled rows, then equal ones', () => {
    const { behaviours } = compare(
      [
        subject('one', { alike: 'yes', half: 'yes', other: '200' }),
        subject('two', { alike: 'yes', half: null, other: '409' }),
      ],
      WHEN,
    );
    expect(behaviours.map(({ id, standing }) => [id, standing])).toEqual([
      ['other', 'differs'],
      ['half', 'unsettled'],
      ['alike', 'same'],
    ]);
  });

  test('comparison: an answer that one sheet does not have is not a difference, and has a reason', () => {
    const [row] = compare([subject('one', { a: 'yes' }), subject('two', {})], WHEN).behaviours;
    expect(row).toMatchObject({
      standing: 'unsettled',
      cells: [{ answer: 'yes' }, { answer: null, reason: 'this sheet does not have the question' }],
    });
  });

  test('comparison: two of three that agree still differ from the third', () => {
    const subjects = ['yes', 'yes', 'no'].map((a, at) => subject(`s${at}`, { a }));
    expect(compare(subjects, WHEN).behaviours[0]?.standing).toBe('differs');
  });

  test('comparison: rules that fail in one report come first, required ones before others', () => {
    const { rules } = compare([report('good', passingGate()), report('bad', failingGate())], WHEN);
    const differing = rules.filter(({ standing }) => standing === 'differs');
    expect(differing.length).toBeGreaterThan(1);
    expect(rules.slice(0, differing.length)).toEqual(differing);
    const verdicts = differing.map(({ cells }) => cells[1]?.verdict);
    const fails = verdicts.filter((verdict) => verdict === 'fail').length;
    expect(verdicts.slice(0, fails).every((verdict) => verdict === 'fail')).toBe(true);
    expect(differing[0]?.cells[1]?.detail).toMatch(/; expected /);
  });

  test('comparison: for a target with only a report, the remedy says how to get its behaviour', () => {
    const { subjects } = compare([report('one', passingGate()), subject('two', {})], WHEN);
    expect(subjects.map(({ reasons }) => reasons)).toEqual([
      ['No behaviour sheet: run assay describe for this target to compare behaviour.'],
      ['No run report: run assay conform for this target to compare rules.'],
    ]);
  });

  test('comparison: a target without results makes it partial, and everything else unsettled', () => {
    const reasons = ['Target refused the connection. Is it running?'];
    const gone: Subject = { label: 'gone', source: 'live', address: 'http://h:1', reasons };
    const comparison = compare([subject('one', { a: 'yes' }), report('two', passingGate()), gone], {
      ...WHEN,
      exitCode: 2,
    });
    expect(ComparisonSchema.safeParse(comparison).error).toBeUndefined();
    expect(comparison).toMatchObject({ partial: true });
    expect(comparison.subjects.map(({ partial }) => partial)).toEqual([false, false, true]);
    expect(comparison.subjects[2]).toMatchObject({
      address: 'http://h:1',
      startedAt: null,
      reasons,
    });
    expect([...comparison.rules, ...comparison.behaviours].map(({ standing }) => standing)).toEqual(
      [...comparison.rules, ...comparison.behaviours].map(() => 'unsettled'),
    );
    for (const text of renderings(comparison)) {
      expect(text).toContain('Incomplete: no results of gone.');
      expect(text).toContain('Target refused the connection. Is it running?');
      expect(text).not.toMatch(/profile null|>null<|\| null/);
    }
  });

  test('comparison: when only one target is known, no format says that nothing differs', () => {
    const gone: Subject = { label: 'gone', source: 'live', address: 'http://h:1' };
    const comparison = compare([report('one', passingGate()), gone], { ...WHEN, exitCode: 2 });
    expect(COMPARISON.text(comparison, new TextPage())).toMatch(/^Nothing could be compared\.\n/);
    expect(COMPARISON.formats.html.render(comparison)).toContain(
      '>Nothing could be compared.</h1>',
    );
  });

  test('comparison: a rule names the field and the harm, and its statement once', async () => {
    const clean = await judgedReport(['images-shape', 'idempotency-replay'], undefined);
    const faulty = await judgedReport(
      ['images-shape', 'idempotency-replay'],
      ['img-url-instead', 'idem-no-replay'],
    );
    const comparison = compare([report('old', clean), report('new', faulty)], WHEN);
    expect(ComparisonSchema.safeParse(comparison).error).toBeUndefined();
    const [shape, replay] = ['images-shape', 'idempotency-replay'].map((id) =>
      comparison.rules.find((rule) => rule.id === id),
    );
    expect(shape?.cells[0]).toEqual({ verdict: 'pass' });
    expect(shape?.cells[1]?.detail).toMatch(/^data\[0\]\.b64_json absent; expected string/);
    expect(shape?.harm).toMatch(/\.$/);
    expect(shape?.change).toBe(`Clients of new cannot rely on this: ${shape?.statement}`);
    expect(replay?.cells[1]?.detail).toMatch(/"chatcmpl-[0-9a-f]{7}…"/);
    for (const text of renderings(comparison)) {
      expect(text).toContain('new fails 2 required rules that old passes.');
      expect(text.split(replay?.statement ?? '-')).toHaveLength(2);
      expect(text).toContain('absent; expected');
    }
  });

  test('comparison: rules that fail for one cause are one entry, and the others stay apart', async () => {
    const alike = [
      'idempotency-every-billable-post',
      'idempotency-multipart-boundary',
      'idempotency-one-effect',
      'idempotency-replay',
    ];
    const ids = [...alike, 'images-shape'];
    const clean = report('old', await judgedReport(ids, undefined));
    const faulty = await judgedReport(ids, ['img-url-instead', 'idem-no-replay']);
    const causes = commonCauses(faulty.rules);
    const subjects = ['new', 'newer'].map((label) => report(label, { ...faulty, causes }));
    const comparison = compare([clean, ...subjects], WHEN);
    expect(ComparisonSchema.safeParse(comparison).error).toBeUndefined();
    const sentence = 'A retry with the same Idempotency-Key is executed again by every operation.';
    expect(comparison.causes).toEqual([{ sentence, rules: alike, subjects: ['new', 'newer'] }]);
    const [terminal = '', summary = '', page = ''] = renderings(comparison);
    for (const text of [terminal, summary, page]) {
      expect(text.split(`new, newer: ${sentence}`)).toHaveLength(2);
      for (const id of ids) expect(text).toContain(id);
    }
    const [statement = ''] = comparison.rules.map((rule) => rule.statement);
    expect(terminal).not.toContain(statement);
    for (const text of [summary, page]) {
      const [, folded = ''] = /<summary>4 rules<\/summary>(.*?)<\/details>/s.exec(text) ?? [];
      expect(folded).toContain(statement);
      expect(folded).not.toContain('images-shape');
    }
  });

  test('comparison: a rule that fails for a cause in one and alone in another stands in both places', () => {
    const [one, other] = passingGate().rules;
    if (one === undefined || other === undefined) throw new Error('no rules');
    const failing = (rules: readonly RuleResult[], causes: RunReport['causes']) => ({
      ...passingGate(),
      rules: passingGate().rules.map((rule): RuleResult => {
        return rules.some(({ id }) => id === rule.id) ? { ...rule, verdict: 'fail' } : rule;
      }),
      causes,
    });
    const sentence = 'Nothing is looked at.';
    const first = failing([one, other], [{ sentence, rules: [one.id, other.id] }]);
    const subjects = [
      report('a', passingGate()),
      report('b', first),
      report('c', failing([one], [])),
    ];
    const summary = COMPARISON.formats.markdown.render(compare(subjects, WHEN));
    const [, apart = ''] = summary.split('</details>');
    expect(apart).toContain(one.id);
    expect(apart).not.toContain(other.id);
  });

  test('comparison: an operation that one does not support comes before all rules', () => {
    const reason = 'POST /videos returned 404';
    const incomplete = {
      ...passingGate(),
      missingOperations: [{ operation: 'video-create', reason }],
    };
    const comparison = compare([report('old', passingGate()), report('new', incomplete)], WHEN);
    expect(comparison.operations).toEqual([
      {
        operation: 'video-create',
        endpoint: 'POST /videos',
        standing: 'differs',
        change: 'Clients of new cannot use POST /videos.',
        cells: [{ supported: true }, { supported: false, reason }],
      },
    ]);
    for (const text of renderings(comparison)) {
      expect(text).toContain('Different: 1 of 1 operation.');
      expect(text).toContain('missing: POST /videos returned 404');
      expect(text).toContain('cannot use POST /videos');
    }
  });

  test.each(Object.entries(HOSTILE_TEXTS))(
    'comparison: %s from a gateway has no effect in any format',
    (_, hostile) => {
      const answer = hostile.slice(0, 2000);
      const comparison = compare(
        [subject(answer, { a: answer }), subject('two', { a: null })],
        WHEN,
      );
      const page = COMPARISON.formats.html.render(comparison);
      expect(page).not.toMatch(/<(?:script|img|svg|link|x)\b/);
      expect(page.match(/<td/g)?.length).toBe(page.match(/<\/td>/g)?.length);
      for (const text of [
        COMPARISON.text(comparison, new TextPage()),
        COMPARISON.formats.markdown.render(comparison),
      ]) {
        expect(text).not.toMatch(/(?![\t\n])[\p{Cc}\u202e\u2028]/u);
      }
    },
  );
});

/** The text, as one line because a terminal wraps it, Markdown and the page. */
function renderings(comparison: Comparison): readonly string[] {
  return [
    COMPARISON.text(comparison, new TextPage()).replaceAll(/\s+/g, ' '),
    COMPARISON.formats.markdown.render(comparison),
    COMPARISON.formats.html.render(comparison),
  ];
}

function report(label: string, of: ReturnType<typeof passingGate>): Subject {
  return { label, source: 'recorded', address: label, report: of };
}

function subject(label: string, answers: Parameters<typeof sheetOf>[0]): Subject {
  return { label, source: 'recorded', address: label, sheet: sheetOf(answers) };
}

/** The report of a reference gateway with these faults, with these rules alone. */
async function judgedReport(ids: readonly string[], faults: readonly string[] | undefined) {
  const catalogue = CATALOGUE.filter(({ rule }) => ids.includes(rule.id));
  const conformance = await judgeReference(
    catalogue.map(({ rule }) => rule),
    { ...(faults && { faults }) },
  );
  const profile = resolveProfile(
    referenceProfile,
    CATALOGUE.map(({ rule }) => rule),
  );
  const evidence = { conformance, newer: new Set<string>(), commands: {} };
  return { ...passingGate(), rules: ruleResults(catalogue, profile, evidence) };
}

test('comparison: a long word with a digit is cut, and others are not', () => {
  const words = `resp_0123456789abcdef0123 ${'a-word-'.repeat(9)} n0123456789abcdef`;
  expect(shortIds(words)).toBe(`resp_0123456789a… ${'a-word-'.repeat(9)} n0123456789abcdef`);
});

test('comparison: a word of a megabyte takes no longer than its length asks for', () => {
  const word = 'x'.repeat(1_000_000);
  expect(shortIds(word)).toBe(word);
});

test('recorded run: a report of this schema version is read', () => {
  const passed = passingGate();
  expect(parseRecordedRun(passed, 'report.json')).toEqual({ report: passed });
});

test.each([
  [
    'report of schema version 2',
    { ...passingGate(), schemaVersion: 2 },
    'Run report has schema version 2, but this version of Assay reads 4: old.json. Repeat the run with this version of Assay.',
  ],
  [
    'behaviour sheet of a later version',
    { sheetVersion: 3 },
    'Behaviour sheet has schema version 3, but this version of Assay reads 2: old.json. Repeat the run with this version of Assay.',
  ],
  [
    'file of another kind',
    ['outcome'],
    'File is neither a run report nor a behaviour sheet: old.json. Name the report.json or behaviour.json of an earlier run.',
  ],
])('recorded run: a %s is refused with the reason', (_, json, message) => {
  expect(() => parseRecordedRun(json, 'old.json')).toThrow(new UsageError(message));
});
