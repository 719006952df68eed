import { openCauses } from '../assemble/common-causes.ts';
import type { Format } from '../format.ts';
import { againstMarkdown } from '../performance/markdown.ts';
import { headlineFigures } from '../phrases/headline-figures.ts';
import { formatCount, formatDuration } from '../phrases/number-format.ts';
import { whereabouts } from '../phrases/plain-finding.ts';
import { clip } from '../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceSentence,
  partialPasses,
  targetName,
} from '../phrases/sentences.ts';
import { settingsYaml } from '../phrases/settings-yaml.ts';
import { LEVEL_WORD, OUTCOME_MARK, VERDICT_MARK, VERDICTS } from '../phrases/verdicts.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import { capacityPart } from './markdown/capacity.ts';
import { loadPart, objectivesPart } from './markdown/load.ts';
import { overheadPart } from './markdown/overhead.ts';
import { code, escapeMarkdown, markdownDocument, markdownTable } from './markdown/spans.ts';

/** Rules and reasons shown; the HTML report has them all. */
const SHOWN = 25;
/** Reasons above the fold: with the heading and the figures they fit into nine lines. */
const FIRST_REASONS = 4;

/**
 * A page for a pull request or a step summary. Text of a gateway stands in code spans, where it
 * cannot format, link or mention.
 */
export const markdown: Format = {
  file: 'summary.md',
  summary: 'Markdown, for a pull request or a step summary',
  render: (report) =>
    markdownDocument([
      heading(report),
      figures(report),
      reasons(report.reasons.slice(0, FIRST_REASONS), report),
      '<details>\n<summary>Rules, objectives and figures</summary>',
      reasons(report.reasons.slice(FIRST_REASONS), report),
      remarks(report),
      counts(report),
      causes(report),
      unmet(report),
      partlyJudged(report),
      objectivesPart(report),
      againstMarkdown(report),
      capacityPart(report),
      overheadPart(report),
      loadPart(report),
      settings(report),
      '</details>',
      footer(report),
    ]),
};

function heading({ outcome, command, target, profile, ...report }: RunReport): string {
  const { durationMs, partial, ruleSet, label } = report;
  const set = ruleSet === undefined ? '' : `, rule set ${escapeMarkdown(ruleSet.number)}`;
  const { configuration } = report;
  const config =
    configuration === undefined
      ? ''
      : `, config ${code(configuration.file, 200)} (sha256 ${configuration.sha256.slice(0, 12)})`;
  const build = label === undefined ? '' : `, build ${code(label, 100)}`;
  const facts = `${escapeMarkdown(command)} of ${code(targetName(target), 200)}${build}, profile ${code(profile.name, 100)}${config}${set}, ${formatDuration(durationMs)}`;
  return `# ${OUTCOME_MARK[outcome]} Assay: ${outcome}\n\n${facts}${partial ? ', **cut short**' : ''}`;
}

/** The figures of the first screen of the HTML report, in one line. */
function figures(report: RunReport): string {
  return headlineFigures(report)
    .map(({ name, value, note }) => {
      const more = note === undefined ? '' : ` (${escapeMarkdown(note)})`;
      return `${escapeMarkdown(name)} **${escapeMarkdown(value)}**${more}`;
    })
    .join(' · ');
}

function reasons(sentences: readonly string[], report: RunReport): string {
  const shown = sentences.slice(0, SHOWN).map((reason) => `- ${escapeMarkdown(reason)}`);
  const isFirst = sentences[0] === report.reasons[0];
  const left = isFirst ? report.reasons.length - shown.length : 0;
  return [...shown, ...(left > 0 ? [`- and ${formatCount(left)} more below`] : [])].join('\n');
}

/** What follows for conformance, and what the baseline warns of. */
function remarks(report: RunReport): string {
  const sentence = conformanceSentence(report);
  return [...(sentence === undefined ? [] : [sentence]), ...baselineWarnings(report)]
    .map((each) => `- ${escapeMarkdown(each)}`)
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

/** What several rules have in common, with the rules beneath. */
function causes(report: RunReport): string {
  const shown = openCauses(report);
  if (shown.length === 0) return '';
  const items = shown.flatMap(({ sentence, rules: ids }) => [
    `- **${escapeMarkdown(sentence)}**`,
    ...ids.flatMap((id) => report.rules.filter((rule) => rule.id === id)).map(causeItem),
  ]);
  return ['## Common causes', '', ...items].join('\n');
}

function causeItem({ id, verdict, level, statement }: RuleResult): string {
  return `  - ${VERDICT_MARK[verdict]} ${verdict} ${code(id, 100)} (${LEVEL_WORD[level]}): ${escapeMarkdown(statement)}`;
}

function unmet(report: RunReport): string {
  const explained = new Set(openCauses(report).flatMap(({ rules }) => rules));
  const order = ['fail', 'could-not-verify', 'warn', 'note'] as const;
  const found = order.flatMap((verdict) =>
    report.rules.filter((rule) => rule.verdict === verdict && !explained.has(rule.id)),
  );
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

function partlyJudged(report: RunReport): string {
  const passes = partialPasses(report);
  if (passes.length === 0) return '';
  const left = passes.length - SHOWN;
  return [
    '## Passed on part of the evidence',
    '',
    ...passes.slice(0, SHOWN).map((each) => `- ${escapeMarkdown(clip(each, 300))}`),
    ...(left > 0 ? [`- and ${formatCount(left)} more: see the HTML report`] : []),
  ].join('\n');
}

function ruleRow(rule: RuleResult): string[] {
  const { id, level, provenance, verdict, statement, reason } = rule;
  const example = rule.conformance?.examples[0] ?? rule.load?.examples[0];
  const head = [
    `${VERDICT_MARK[verdict]} ${verdict}`,
    code(id, 100),
    `${LEVEL_WORD[level]}, ${provenance}`,
  ];
  if (reason !== undefined || example === undefined) {
    return [...head, escapeMarkdown(statement), reason === undefined ? '–' : code(reason, 300)];
  }
  const place = whereabouts(example);
  const actual = code(example.actual, 200);
  return [
    ...head,
    code(example.expected, 200),
    place === '' ? actual : `${actual} ${code(place, 200)}`,
  ];
}

/** A page for a pull request is short. */
const SETTINGS_CHARACTERS = 8000;

function settings(report: RunReport): string {
  const yaml = settingsYaml(report);
  if (yaml === undefined) return '';
  // A longer fence than any in the text: no setting ends it.
  const fence = '`'.repeat(
    Math.max(3, ...(yaml.match(/`+/g) ?? []).map(({ length }) => length + 1)),
  );
  const head = '<details><summary>Settings of this run, as assay.yaml</summary>';
  return `${head}\n\n${fence}yaml\n${clip(yaml, SETTINGS_CHARACTERS)}\n${fence}\n\n</details>`;
}

/** A part of a command repeats nothing. */
const REPRO_CHARACTERS = 4000;

function footer({ seed, repro, assayVersion }: RunReport): string {
  return `Seed ${seed}, repeat with ${code(repro, REPRO_CHARACTERS)} (Assay ${escapeMarkdown(assayVersion)}).`;
}
