import { formatCount, formatNumberOf } from '../figures.ts';
import { plainFinding } from '../plain-finding.ts';
import { clipLine } from '../printable.ts';
import type { FindingRecord, RuleResult, RunReport, Verdict } from '../run-report.ts';
import { acceptedSentences } from '../sentences.ts';
import { VERDICT_MARK } from '../verdicts.ts';
import { wrap } from './columns.ts';
import type { Paint } from './paint.ts';

/** Findings shown of one rule; all are in the files. */
const SHOWN = 2;
const VALUE_COLUMN = 'expected  '.length;

/** Each rule that did not pass: what failed first, then what could not be verified. */
export function findingLines(report: RunReport, paint: Paint): string[] {
  return [
    ...section(report, paint, 'Failed', ['fail']),
    ...section(report, paint, 'Could not be verified', ['could-not-verify']),
    ...section(report, paint, 'Worth a look', ['warn', 'note']),
  ];
}

function section(
  report: RunReport,
  paint: Paint,
  title: string,
  verdicts: readonly Verdict[],
): string[] {
  const rules = report.rules.filter(({ verdict }) => verdicts.includes(verdict));
  if (rules.length === 0) return [];
  const entries = rules.map((rule) => ruleLines(rule, report, paint).join('\n'));
  return ['', paint('heading', title), entries.join('\n\n')];
}

function ruleLines(rule: RuleResult, report: RunReport, paint: Paint): string[] {
  const { id, level, provenance, verdict, statement, source, reason, override } = rule;
  return [
    `${paint(verdict, `${VERDICT_MARK[verdict]} ${id}`)}  ${paint('quiet', `${level} · ${provenance}`)}`,
    ...wrap(statement, 2),
    ...(reason === undefined ? [] : wrap(clipLine(reason, 600), 2)),
    ...(override === undefined
      ? []
      : wrap(`changed by the profile: ${clipLine(override, 300)}`, 2)),
    ...acceptedSentences(rule).flatMap((sentence) => wrap(sentence, 2)),
    ...(reason === undefined ? wrap(source, 2).map((line) => paint('quiet', line)) : []),
    ...examplesOf(rule).flatMap(exampleLines),
    ...underLoad(rule, report).flatMap((line) => wrap(line, 2, 2)),
  ];
}

/** Those of conformance, which are easier to repeat; those of load if there are no others. */
function examplesOf({ conformance, load }: RuleResult): readonly FindingRecord[] {
  const examples = [...(conformance?.examples ?? []), ...(load?.examples ?? [])];
  return examples.slice(0, SHOWN);
}

/** The curl line is the first one's only: the others differ in what came back. */
function exampleLines(finding: FindingRecord, index: number): string[] {
  return plainFinding(finding).flatMap((line) => {
    if (!line.startsWith('curl ')) return wrap(line, 2, VALUE_COLUMN);
    return index === 0 ? [`  ${line}`] : [];
  });
}

function underLoad({ id, load }: RuleResult, report: RunReport): string[] {
  if (load === undefined || load.findings === 0) return [];
  const operations = (report.load?.violations ?? [])
    .filter(({ rule }) => rule === id)
    .map(({ operation, count }) => `${formatCount(count)} in ${operation}`);
  const detail = operations.length === 0 ? '' : ` (${operations.join(', ')})`;
  return [
    `under load  ${formatNumberOf(load.findings, 'finding')}${detail}, ${formatCount(load.judged)} judged`,
  ];
}
