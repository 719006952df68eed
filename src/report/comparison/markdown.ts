import {
  code,
  escapeMarkdown,
  markdownDocument,
  markdownTable,
} from '../formats/markdown/spans.ts';
import { performanceMarkdown } from '../performance/markdown.ts';
import { clipLine } from '../phrases/printable.ts';
import { LEVEL_WORD, VERDICT_MARK } from '../phrases/verdicts.ts';
import type { BehaviourRow, Comparison, OperationRow, RuleRow } from './schema.ts';
import {
  behaviourWords,
  cutShortSentence,
  differenceSentence,
  operationWords,
  rowsThat,
  STANDINGS,
} from './sentences.ts';

const CELL_CHARACTERS = 600;

/** The comparison for a pull request or a wiki: a matrix of rules, and the sheets side by side. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { subjects, operations, rules, behaviours, assayVersion } = comparison;
  const labels = subjects.map(({ label }) => escapeMarkdown(label));
  const parts = [
    `# Comparison of ${labels.join(', ')}`,
    escapeMarkdown(differenceSentence(comparison)),
    escapeMarkdown(cutShortSentence(comparison) ?? ''),
    (comparison.reasons ?? []).map((reason) => `- ${escapeMarkdown(reason)}`).join('\n'),
    subjectTable(comparison),
    comparison.performance === undefined
      ? ''
      : performanceMarkdown(
          comparison.performance,
          subjects.map(({ label }) => label),
        ),
    ...STANDINGS.flatMap(([wanted, title]) => [
      part(
        `${title}: operations`,
        ['Operation', ...labels],
        rowsThat(operations, wanted).map(operationCells),
      ),
      part(`${title}: rules`, ['Rule', ...labels], rowsThat(rules, wanted).map(ruleCells)),
      part(
        `${title}: behaviours`,
        ['Question', ...labels],
        rowsThat(behaviours, wanted).map(behaviourCells),
      ),
    ]),
    `Assay ${escapeMarkdown(assayVersion)}.`,
  ];
  return markdownDocument(parts);
}

function subjectTable({ subjects }: Comparison): string {
  return markdownTable(
    ['Label', 'Address', 'Profile', 'Run', 'Missing'],
    subjects.map(({ label, address, profile, startedAt, source, reasons }) => [
      escapeMarkdown(label),
      code(address, 200),
      escapeMarkdown(profile ?? '–'),
      startedAt === null ? '–' : `${startedAt.slice(0, 10)}, ${source}`,
      escapeMarkdown(reasons.join(' ')) || '–',
    ]),
    'text',
  );
}

function part(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  return `## ${title} (${rows.length})\n\n${markdownTable(head, rows, 'text')}`;
}

function operationCells({ endpoint, change, cells }: OperationRow): readonly string[] {
  return [
    withNotes(code(endpoint, 100), [change]),
    ...cells.map((cell) => escapeMarkdown(clipLine(operationWords(cell), CELL_CHARACTERS))),
  ];
}

/** What a user loses and what a client must change, below the subject of the row. */
function withNotes(subject: string, notes: readonly (string | undefined)[]): string {
  const shown = notes.filter((note) => note !== undefined);
  return [subject, ...shown.map((note) => escapeMarkdown(clipLine(note, CELL_CHARACTERS)))].join(
    '<br>',
  );
}

function ruleCells(row: RuleRow): readonly string[] {
  const { id, level, provenance, harm, change, cells } = row;
  return [
    withNotes(`${code(id, 100)} ${escapeMarkdown(`${LEVEL_WORD[level]}, ${provenance}`)}`, [
      harm,
      change,
    ]),
    ...cells.map(({ verdict, detail }) => {
      if (verdict === null) return '–';
      const tag = `${VERDICT_MARK[verdict]} ${verdict}`;
      return detail === undefined ? tag : `${tag} ${code(detail, CELL_CHARACTERS)}`;
    }),
  ];
}

function behaviourCells({ question, cells }: BehaviourRow): readonly string[] {
  return [
    escapeMarkdown(question),
    ...cells.map((cell) =>
      cell.answer === null
        ? escapeMarkdown(behaviourWords(cell))
        : code(cell.answer, CELL_CHARACTERS),
    ),
  ];
}
