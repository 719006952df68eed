import { formatCount, formatDuration } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceSentence,
  readingPhrase,
  spendingSentence,
} from '../../phrases/sentences.ts';
import { OUTCOME_MARK, VERDICTS } from '../../phrases/verdicts.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { table, wrap } from './columns.ts';
import type { Paint } from './paint.ts';

const REASONS = 12;

/** The outcome with its reasons, then the counts with stated and assumed apart. */
export function verdictLines(report: RunReport, paint: Paint): string[] {
  return [...outcomeLines(report, paint), ...countLines(report, paint)];
}

function outcomeLines(report: RunReport, paint: Paint): string[] {
  const { outcome, command, target, durationMs, partial } = report;
  const head = `${OUTCOME_MARK[outcome]} ${outcome}`;
  const where = `${command} of ${clipLine(target.address, 200)}, ${readingPhrase(report)}, ${formatDuration(durationMs)}`;
  const [first = '', ...more] = wrap(`${head}  ${where}${partial ? ', cut short' : ''}`, 0, 2);
  const sentence = conformanceSentence(report);
  const spent = spendingSentence(report);
  const reasons = report.reasons.slice(0, REASONS);
  const left = report.reasons.length - reasons.length;
  return [
    paint(outcome, head) + first.slice(head.length),
    ...more,
    ...reasons.flatMap((reason) => wrap(clipLine(reason, 600), 2, 2)),
    ...(left === 0 ? [] : [`  and ${formatCount(left)} more reasons: see report.html`]),
    ...(sentence === undefined ? [] : wrap(sentence, 2, 2)),
    ...baselineWarnings(report).flatMap((each) =>
      wrap(clipLine(`! ${each}`, 600), 2, 2).map((line) => paint('warn', line)),
    ),
    ...(spent === undefined ? [] : wrap(spent, 2, 2)),
    ...(target.note === undefined ? [] : wrap(clipLine(target.note, 1200), 2, 2)),
  ];
}

function countLines({ counts, rules }: RunReport, paint: Paint): string[] {
  if (rules.length === 0) return [];
  const row = (name: 'stated' | 'assumed') => [
    name,
    ...VERDICTS.map((verdict) => formatCount(counts[name][verdict])),
  ];
  const [head = '', ...rows] = table([['rules', ...VERDICTS], row('stated'), row('assumed')], 0);
  return ['', paint('heading', head), ...rows];
}
