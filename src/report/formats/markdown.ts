import { formatCount, formatDuration } from '../figures.ts';
import type { Format } from '../format.ts';
import { capacityPart } from '../markdown/capacity.ts';
import { loadPart, objectivesPart } from '../markdown/load.ts';
import { code, markdownTable, plain } from '../markdown/spans.ts';
import { whereabouts } from '../plain-finding.ts';
import type { RuleResult, RunReport } from '../run-report.ts';
import { conformanceSentence } from '../sentences.ts';
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
      objectivesPart(report),
      capacityPart(report),
      loadPart(report),
      footer(report),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
};

function heading({ outcome, command, target, profile, ...report }: RunReport): string {
  const { durationMs, partial, ruleSet } = report;
  const set = ruleSet === undefined ? '' : `, rule set ${plain(ruleSet.number)}`;
  const facts = `${plain(command)} of ${code(target.address, 200)}, profile ${code(profile.name, 100)}${set}, ${formatDuration(durationMs)}`;
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

function footer({ seed, repro, assayVersion }: RunReport): string {
  return `Seed ${seed}, repeat with ${code(repro, 500)} (Assay ${plain(assayVersion)}).`;
}
