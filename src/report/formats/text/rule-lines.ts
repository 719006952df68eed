import { reactionsSentence } from '../../../conformance/client-impact.ts';
import type { Rules } from '../../document/document.ts';
import {
  examplesOf,
  plainFinding,
  reproductionLines,
  timelineLines,
} from '../../phrases/findings.ts';
import { formatCount, formatNumberOf } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';
import { acceptedSentences } from '../../phrases/sentences.ts';
import {
  isExcepted,
  LEVEL_WORD,
  MARK,
  type RuleGroups,
  unexplained,
} from '../../phrases/verdicts.ts';
import type { FindingRecord } from '../../schema/finding.ts';
import type { RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { type TextPage, titleLines } from './text-page.ts';

/** Findings shown per rule; the files have them all. */
const SHOWN = 2;
const VALUE_COLUMN = 'expected  '.length;

/** Each rule that did not pass: what several have in common, then the others in their groups. */
export function ruleLines({ groups, report }: Rules, page: TextPage): string[] {
  return [
    ...groups.causes.flatMap((cause) => causeLines(cause, report, page)),
    ...unexplained(groups).flatMap(({ title, rules }) => [
      '',
      page.paint('heading', title),
      rules.map((rule) => entry(rule, report, page).join('\n')).join('\n\n'),
    ]),
  ];
}

/** The first rule with its evidence; the others have the same cause. */
function causeLines(
  { sentence, rules: [first, ...others] }: RuleGroups['causes'][number],
  report: RunReport,
  page: TextPage,
): string[] {
  if (first === undefined) return [];
  const isReason = [first, ...others].every(
    ({ reason }) => reason !== undefined && reason === first.reason,
  );
  return [
    '',
    ...page.wrap(sentence, 0, 2).map((line) => page.paint('heading', line)),
    (isReason ? headLines(first, page) : entry(first, report, page)).join('\n'),
    ...others.map((rule) => headLines(rule, page).join('\n')),
  ];
}

function headLines(rule: RuleResult, page: TextPage): string[] {
  const { id, level, provenance, verdict, statement } = rule;
  const beside = `${LEVEL_WORD[level]} · ${provenance}`;
  return [
    ...titleLines(page, [verdict, `${MARK[verdict]} ${id}`], beside, 'quiet'),
    ...page.wrap(statement, 2),
    ...acceptedSentences(rule).flatMap((sentence) => page.wrap(sentence, 2)),
  ];
}

function entry(rule: RuleResult, report: RunReport, page: TextPage): string[] {
  const { source, reason, override, clients } = rule;
  if (isExcepted(rule)) return headLines(rule, page);
  return [
    ...headLines(rule, page),
    ...(reason === undefined
      ? page.wrap(source, 2).map((line) => page.paint('quiet', line))
      : page.wrap(clipLine(reason, 600), 2)),
    ...(override === undefined
      ? []
      : page.wrap(`changed by the profile: ${clipLine(override, 300)}`, 2)),
    ...(clients === undefined
      ? []
      : page.wrap(`clients   ${reactionsSentence(clients)}`, 2, VALUE_COLUMN)),
    ...examplesOf(rule)
      .slice(0, SHOWN)
      .flatMap((finding, index) => exampleLines(finding, index, page)),
    ...underLoad(rule, report).flatMap((line) => page.wrap(line, 2, 2)),
  ];
}

/** Only the first shows how to reproduce it: the others differ in the response. */
function exampleLines(finding: FindingRecord, index: number, page: TextPage): string[] {
  const more = index === 0 ? [...timelineLines(finding), ...reproductionLines(finding)] : [];
  return [
    ...plainFinding(finding).flatMap((line) => page.wrap(line, 2, VALUE_COLUMN)),
    ...more.map((line) => `  ${line}`),
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
