import { formatCount, formatDigits, formatDuration, formatRate, formatShare } from '../figures.ts';
import type { Format } from '../format.ts';
import { code, markdownTable, plain } from '../markdown.ts';
import { operationNotes } from '../operation-figures.ts';
import { whereabouts } from '../plain-finding.ts';
import type { Figures, Percentiles, RuleResult, RunReport } from '../run-report.ts';
import {
  arrivalSentence,
  conformanceSentence,
  formatMeasure,
  healthSentence,
  judgedSentence,
  marginPhrase,
} from '../sentences.ts';
import { OUTCOME_MARK, VERDICT_MARK, VERDICTS } from '../verdicts.ts';

/** Rules and reasons shown; the HTML report has them all. */
const SHOWN = 25;

/**
 * A page for a pull request or a step summary. Whatever a gateway sent stands in code spans,
 * where it can neither format, link nor mention anybody.
 */
export const markdown: Format = {
  file: 'summary.md',
  summary: 'Markdown, for a pull request or a step summary',
  render: (report) =>
    [
      heading(report),
      reasons(report),
      counts(report),
      unmet(report),
      objectives(report),
      load(report),
      footer(report),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
};

function heading({ outcome, command, target, profile, durationMs, partial }: RunReport): string {
  const facts = `${plain(command)} of ${code(target.address, 200)}, profile ${code(profile.name, 100)}, ${formatDuration(durationMs)}`;
  return `# ${OUTCOME_MARK[outcome]} Assay: ${outcome}\n\n${facts}${partial ? ', **cut short**' : ''}`;
}

function reasons(report: RunReport): string {
  const sentence = conformanceSentence(report);
  const all = [...report.reasons, ...(sentence === undefined ? [] : [sentence])];
  return all
    .slice(0, SHOWN)
    .map((reason) => `- ${plain(reason)}`)
    .join('\n');
}

function counts({ counts: { stated, assumed }, rules }: RunReport): string {
  if (rules.length === 0) return '';
  return markdownTable(
    ['Rules', ...VERDICTS.map((verdict) => `${VERDICT_MARK[verdict]} ${verdict}`)],
    [
      ['stated', ...VERDICTS.map((verdict) => formatCount(stated[verdict]))],
      ['assumed', ...VERDICTS.map((verdict) => formatCount(assumed[verdict]))],
    ],
  );
}

function unmet({ rules }: RunReport): string {
  const order = ['fail', 'could-not-verify', 'warn', 'note'] as const;
  const found = order.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict));
  if (found.length === 0) return '';
  const shown = found.slice(0, SHOWN).map(ruleRow);
  const left = found.length - shown.length;
  return [
    '## Rules that did not pass',
    '',
    markdownTable(['', 'Rule', 'Level', 'Expected', 'Actual'], shown, 'text'),
    ...(left === 0 ? [] : ['', `And ${formatCount(left)} more: see the HTML report.`]),
  ].join('\n');
}

function ruleRow(rule: RuleResult): string[] {
  const { id, level, provenance, verdict, statement, reason } = rule;
  const example = rule.conformance?.examples[0] ?? rule.load?.examples[0];
  const head = [`${VERDICT_MARK[verdict]} ${verdict}`, code(id, 100), `${level}, ${provenance}`];
  if (reason !== undefined || example === undefined) {
    return [...head, plain(statement), reason === undefined ? '–' : code(reason, 300)];
  }
  const place = whereabouts(example);
  const actual = code(example.actual, 200);
  return [
    ...head,
    code(example.expected, 200),
    place === '' ? actual : `${actual} ${code(place, 200)}`,
  ];
}

function objectives({ slo }: RunReport): string {
  if (slo.length === 0) return '';
  const words = { true: '✓ met', false: '✗ missed', null: '? not judged' } as const;
  const body = slo.map((objective) => [
    words[`${objective.met}`],
    code(objective.objective, 100),
    objective.measured === null ? '–' : formatMeasure(objective.measured, objective.unit),
    objective.reason === undefined ? marginPhrase(objective) : plain(objective.reason),
  ]);
  return `## Objectives\n\n${markdownTable(['', 'Objective', 'Measured', 'Margin'], body, 'text')}`;
}

function load({ load: measured }: RunReport): string {
  if (measured === undefined) return '';
  const body = Object.entries(measured.operations).map(([operation, figures]) => [
    code(operation, 60),
    formatCount(figures.exchanges),
    formatRate(figures.throughput),
    formatShare(figures.errorRate),
    formatCount(figures.throttled),
    pair(figures.ttftMs),
    pair(figures.itlMs),
    pair(figures.e2eMs),
    formatRate(figures.goodput),
  ]);
  return [
    '## Load',
    '',
    plain(`${arrivalSentence(measured)} ${judgedSentence(measured)}`),
    '',
    markdownTable(
      [
        'Operation',
        'Exchanges',
        'Finished',
        'Errors',
        '429',
        'TTFT',
        'ITL',
        'End to end',
        'Goodput',
      ],
      body,
    ),
    '',
    'Latencies are p50 / p99 in ms, from the send of the request.',
    ...Object.entries(measured.operations).flatMap(notes),
    '',
    plain(healthSentence(measured.health)),
  ].join('\n');
}

function pair(percentiles: Percentiles | undefined): string {
  if (percentiles === undefined) return '';
  return `${formatDigits(percentiles.p50)} / ${formatDigits(percentiles.p99)}`;
}

function notes([operation, figures]: [string, Figures]): string[] {
  const phrases = operationNotes(figures);
  return phrases.length === 0 ? [] : ['', `${code(operation, 60)} ${plain(phrases.join('; '))}`];
}

function footer({ seed, repro, assayVersion }: RunReport): string {
  return `Seed ${seed}, repeat with ${code(repro, 500)} (Assay ${plain(assayVersion)}).`;
}
