import { AGAINST_LABELS } from '../assemble/against-section.ts';
import { escapeMarkdown, markdownTable } from '../formats/markdown/spans.ts';
import type { Performance } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import {
  deltaText,
  figureName,
  intervalText,
  overallSentences,
  subjectName,
  valueText,
  WORD_TEXT,
} from './phrases.ts';

/** The comparison of a run with the one of `--against`; '' without it. */
export function againstMarkdown({ against }: RunReport): string {
  return against?.performance === undefined
    ? ''
    : performanceMarkdown(against.performance, AGAINST_LABELS);
}

/** Every figure of both sides; a table for each subject after the first. */
export function performanceMarkdown(performance: Performance, labels: readonly string[]): string {
  const sentences = overallSentences(performance, labels);
  const tables = sentences.map((sentence, at) =>
    [escapeMarkdown(sentence), subjectTable(performance, at, labels)].join('\n\n'),
  );
  const notes = performance.notes.map((note) => `- ${escapeMarkdown(note)}`);
  return ['## Performance', ...(notes.length > 0 ? [notes.join('\n')] : []), ...tables].join(
    '\n\n',
  );
}

function subjectTable({ rows }: Performance, at: number, labels: readonly string[]): string {
  const sides = [labels[0] ?? '', labels[at + 1] ?? ''].map(escapeMarkdown);
  const body = rows.flatMap((row) => {
    const change = row.changes[at];
    if (change === undefined) return [];
    return [
      [
        escapeMarkdown(`${subjectName(row)}: ${figureName(row)}`),
        valueText(row.cells[0]?.value ?? null, row.unit),
        valueText(row.cells[at + 1]?.value ?? null, row.unit),
        deltaText(change, row),
        escapeMarkdown(intervalText(change, row)),
        WORD_TEXT[change.word],
      ],
    ];
  });
  return markdownTable(['Figure', ...sides, 'Change', '95 % CI', ''], body);
}
