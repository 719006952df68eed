import { formatCount, formatDuration } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceSentence,
  readingPhrase,
  spendingSentence,
  targetName,
} from '../../phrases/sentences.ts';
import { OUTCOME_MARK, VERDICTS } from '../../phrases/verdicts.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { TextPage } from './text-page.ts';

const REASONS = 12;

/** The outcome with its reasons, then the counts with stated and assumed apart. */
export function verdictLines(report: RunReport, page: TextPage): string[] {
  return [...outcomeLines(report, page), ...countLines(report, page)];
}

function outcomeLines(report: RunReport, page: TextPage): string[] {
  const { outcome, command, target, durationMs, partial } = report;
  const head = `${OUTCOME_MARK[outcome]} ${outcome}`;
  const where = `${command} of ${clipLine(targetName(target), 200)}, ${readingPhrase(report)}, ${formatDuration(durationMs)}`;
  const [first = '', ...more] = page.wrap(`${head}  ${where}${partial ? ', cut short' : ''}`, 0, 2);
  const sentence = conformanceSentence(report);
  const spent = spendingSentence(report);
  const reasons = report.reasons.slice(0, REASONS);
  const left = report.reasons.length - reasons.length;
  return [
    page.paint(outcome, head) + first.slice(head.length),
    ...more,
    ...reasons.flatMap((reason) => page.wrap(clipLine(reason, 600), 2, 2)),
    ...(left === 0 ? [] : [`  and ${formatCount(left)} more reasons: see report.html`]),
    ...(sentence === undefined ? [] : page.wrap(sentence, 2, 2)),
    ...baselineWarnings(report).flatMap((each) =>
      page.wrap(clipLine(`! ${each}`, 600), 2, 2).map((line) => page.paint('warn', line)),
    ),
    ...(spent === undefined ? [] : page.wrap(spent, 2, 2)),
    ...(target.note === undefined ? [] : page.wrap(clipLine(target.note, 1200), 2, 2)),
  ];
}

function countLines({ counts, rules }: RunReport, page: TextPage): string[] {
  if (rules.length === 0) return [];
  const row = (name: 'stated' | 'assumed') => [
    name,
    ...VERDICTS.map((verdict) => formatCount(counts[name][verdict])),
  ];
  const [head = '', ...rows] = page.table([['rules', ...VERDICTS], row('stated'), row('assumed')]);
  return ['', page.paint('heading', head), ...rows];
}
