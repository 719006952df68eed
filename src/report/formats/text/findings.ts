import { reactionsSentence } from '../../../conformance/client-impact.ts';
import { type CommonCause, openCauses } from '../../assemble/common-causes.ts';
import { formatCount, formatNumberOf } from '../../phrases/number-format.ts';
import { plainFinding, reproductionLines, timelineLines } from '../../phrases/plain-finding.ts';
import { clipLine } from '../../phrases/printable.ts';
import { acceptedSentences, partialPasses } from '../../phrases/sentences.ts';
import { isExcepted, LEVEL_WORD, VERDICT_MARK } from '../../phrases/verdicts.ts';
import type { FindingRecord } from '../../schema/finding.ts';
import type { RuleResult, Verdict } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { TextPage } from './text-page.ts';
import { titleLines } from './title-lines.ts';

/** Findings shown per rule; the files have them all. */
const SHOWN = 2;
const VALUE_COLUMN = 'expected  '.length;

/**
 * Each rule that did not pass: what several have in common, what failed, what could not be
 * verified, and at last what the baseline accepts.
 */
export function findingLines(report: RunReport, page: TextPage): string[] {
  const causes = openCauses(report);
  const explained = new Set(causes.flatMap(({ rules }) => rules));
  const open = report.rules.filter((rule) => !explained.has(rule.id) && !isExcepted(rule));
  const of = (...verdicts: Verdict[]) => open.filter(({ verdict }) => verdicts.includes(verdict));
  const whole = (rule: RuleResult) => ruleLines(rule, report, page);
  return [
    ...causes.flatMap((cause) => causeLines(cause, report, page)),
    ...section('Failed', of('fail'), whole, page),
    ...section('Could not be verified', of('could-not-verify'), whole, page),
    ...section('Warnings and notes', of('warn', 'note'), whole, page),
    ...section(
      'Accepted by the baseline',
      report.rules.filter((rule) => isExcepted(rule) && !explained.has(rule.id)),
      (rule) => [...headLines(rule, page), ...acceptedLines(rule, page)],
      page,
    ),
    ...partLines(report, page),
  ];
}

function partLines(report: RunReport, page: TextPage): string[] {
  const passes = partialPasses(report);
  if (passes.length === 0) return [];
  const title = page.paint('heading', 'Passed on part of the evidence');
  return ['', title, ...passes.flatMap((line) => page.wrap(clipLine(line, 600), 0, 2))];
}

function section(
  title: string,
  rules: readonly RuleResult[],
  lines: (rule: RuleResult) => string[],
  page: TextPage,
): string[] {
  if (rules.length === 0) return [];
  return [
    '',
    page.paint('heading', title),
    rules.map((rule) => lines(rule).join('\n')).join('\n\n'),
  ];
}

/** The first rule with its evidence; the others have the same cause. */
function causeLines(cause: CommonCause, report: RunReport, page: TextPage): string[] {
  const [first, ...others] = cause.rules.flatMap((id) =>
    report.rules.filter((rule) => rule.id === id),
  );
  if (first === undefined) return [];
  return [
    '',
    ...page.wrap(cause.sentence, 0, 2).map((line) => page.paint('heading', line)),
    (hasSameReason(first, others) ? headLines(first, page) : ruleLines(first, report, page)).join(
      '\n',
    ),
    ...others.map((rule) => [...headLines(rule, page), ...acceptedLines(rule, page)].join('\n')),
  ];
}

/** Whether the sentence of the cause is the reason of each rule. */
function hasSameReason({ reason }: RuleResult, others: readonly RuleResult[]): boolean {
  return reason !== undefined && others.every((other) => other.reason === reason);
}

function headLines({ id, level, provenance, verdict, statement }: RuleResult, page: TextPage) {
  return [
    ...titleLines(
      page,
      [verdict, `${VERDICT_MARK[verdict]} ${id}`],
      `${LEVEL_WORD[level]} · ${provenance}`,
      'quiet',
    ),
    ...page.wrap(statement, 2),
  ];
}

function acceptedLines(rule: RuleResult, page: TextPage): string[] {
  return acceptedSentences(rule).flatMap((sentence) => page.wrap(sentence, 2));
}

function ruleLines(rule: RuleResult, report: RunReport, page: TextPage): string[] {
  const { source, reason, override } = rule;
  return [
    ...headLines(rule, page),
    ...(reason === undefined ? [] : page.wrap(clipLine(reason, 600), 2)),
    ...(override === undefined
      ? []
      : page.wrap(`changed by the profile: ${clipLine(override, 300)}`, 2)),
    ...acceptedLines(rule, page),
    ...(reason === undefined ? page.wrap(source, 2).map((line) => page.paint('quiet', line)) : []),
    ...clientLines(rule, page),
    ...examplesOf(rule).flatMap((finding, index) => exampleLines(finding, index, page)),
    ...underLoad(rule, report).flatMap((line) => page.wrap(line, 2, 2)),
  ];
}

function clientLines({ clients }: RuleResult, page: TextPage): string[] {
  if (clients === undefined) return [];
  return page.wrap(`clients   ${reactionsSentence(clients)}`, 2, VALUE_COLUMN);
}

/** Those of conformance, which are easier to repeat; those of load if there are no others. */
function examplesOf({ conformance, load }: RuleResult): readonly FindingRecord[] {
  const examples = [...(conformance?.examples ?? []), ...(load?.examples ?? [])];
  return examples.slice(0, SHOWN);
}

/** Only the first shows how to reproduce it: the others differ in the response. */
function exampleLines(finding: FindingRecord, index: number, page: TextPage): string[] {
  return [
    ...plainFinding(finding).flatMap((line) => page.wrap(line, 2, VALUE_COLUMN)),
    ...(index === 0 ? timelineLines(finding).map((line) => `  ${line}`) : []),
    ...(index === 0 ? reproductionLines(finding).map((line) => `  ${line}`) : []),
  ];
}

function underLoad({ id, load }: RuleResult, report: RunReport): string[] {
  if (load === undefined || load.findings === 0) return [];
  const { setAside = 0 } = load;
  const aside = setAside === 0 ? '' : `, ${formatCount(setAside)} set aside`;
  const operations = (report.load?.violations ?? [])
    .filter(({ rule }) => rule === id)
    .map(({ operation, count }) => `${formatCount(count)} in ${operation}`);
  const detail = operations.length === 0 ? '' : ` (${operations.join(', ')})`;
  return [
    `under load  ${formatNumberOf(load.findings, 'finding')}${detail}, ${formatCount(load.judged)} judged${aside}`,
  ];
}
