import { columnsOf, padEnd, wrap } from '../formats/text/columns.ts';
import { coloured, type Paint, uncoloured } from '../formats/text/paint.ts';
import { performanceLines } from '../performance/text.ts';
import { clipLine } from '../phrases/printable.ts';
import { LEVEL_WORD, VERDICT_MARK } from '../phrases/verdicts.ts';
import type { BehaviourRow, Comparison, OperationRow, RuleRow, SubjectRecord } from './schema.ts';
import {
  behaviourWords,
  cutShortSentence,
  differenceSentence,
  operationWords,
  rowsThat,
} from './sentences.ts';

const CELL_CHARACTERS = 400;
const LABEL_CHARACTERS = 40;

/** The differences, for a terminal; the files have the rest. */
export function comparisonText(comparison: Comparison, colour: boolean): string {
  const paint = colour ? coloured : uncoloured;
  const labels = labelColumn(comparison);
  const operations = rowsThat(comparison.operations, 'differs');
  const rules = rowsThat(comparison.rules, 'differs');
  const behaviours = rowsThat(comparison.behaviours, 'differs');
  const cutShort = cutShortSentence(comparison);
  const lines = [
    paint('heading', differenceSentence(comparison)),
    ...(cutShort === undefined ? [] : wrap(clipLine(cutShort, CELL_CHARACTERS), 0)),
    ...(comparison.reasons ?? []).flatMap((reason) =>
      wrap(`✗ ${clipLine(reason, CELL_CHARACTERS)}`, 0, 2),
    ),
    ...comparison.subjects.flatMap((subject, at) => [
      ...cellLines(labels, at, whereLine(subject)),
      ...subject.reasons.flatMap((reason) => wrap(clipLine(reason, CELL_CHARACTERS), 4)),
    ]),
    ...(comparison.performance === undefined
      ? []
      : performanceLines(
          comparison.performance,
          comparison.subjects.map(({ label }) => label),
          paint,
        )),
    ...section('Operations that differ', operations, paint, (operation) =>
      operationLines(operation, labels, paint),
    ),
    ...section('Rules that differ', rules, paint, (rule) => ruleLines(rule, labels, paint)),
    ...section('Behaviours that differ', behaviours, paint, (behaviour) =>
      behaviourLines(behaviour, labels),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function whereLine({ address, profile }: SubjectRecord): string {
  const where = clipLine(address, 200);
  return profile === null ? where : `${where}, profile ${clipLine(profile, 100)}`;
}

function section<Row>(
  title: string,
  rows: readonly Row[],
  paint: Paint,
  linesOf: (row: Row) => readonly string[],
): readonly string[] {
  if (rows.length === 0) return [];
  return ['', paint('heading', title), ...rows.flatMap((row) => ['', ...linesOf(row)])];
}

function operationLines(
  { endpoint, cells, change }: OperationRow,
  labels: readonly string[],
  paint: Paint,
) {
  return [
    endpoint,
    ...cells.flatMap((cell, at) =>
      cellLines(labels, at, clipLine(operationWords(cell), CELL_CHARACTERS)),
    ),
    ...noteLines([change], paint),
  ];
}

/** What a user loses and what a client must change, below the cells. */
function noteLines(notes: readonly (string | undefined)[], paint: Paint): readonly string[] {
  return notes
    .filter((note) => note !== undefined)
    .flatMap((note) => wrap(clipLine(note, CELL_CHARACTERS), 2, 2))
    .map((line) => paint('quiet', line));
}

function ruleLines(
  { id, level, provenance, harm, change, cells }: RuleRow,
  labels: readonly string[],
  paint: Paint,
) {
  return [
    `${id}  ${paint('quiet', `${LEVEL_WORD[level]} · ${provenance}`)}`,
    ...cells.flatMap(({ verdict, detail }, at) => {
      if (verdict === null) return cellLines(labels, at, '– not in this report');
      const note = detail === undefined ? '' : `  ${clipLine(detail, CELL_CHARACTERS)}`;
      return cellLines(labels, at, `${VERDICT_MARK[verdict]} ${verdict}${note}`);
    }),
    ...noteLines([harm, change], paint),
  ];
}

function behaviourLines({ question, cells }: BehaviourRow, labels: readonly string[]) {
  return [
    ...wrap(question, 0),
    ...cells.flatMap((cell, at) =>
      cellLines(labels, at, clipLine(behaviourWords(cell), CELL_CHARACTERS)),
    ),
  ];
}

function cellLines(labels: readonly string[], at: number, text: string): readonly string[] {
  const label = labels[at] ?? '';
  return wrap(`${label}  ${text}`, 2, columnsOf(label) + 2);
}

/** The labels, each as wide as the widest. */
function labelColumn({ subjects }: Comparison): readonly string[] {
  const labels = subjects.map(({ label }) => clipLine(label, LABEL_CHARACTERS));
  const width = Math.max(...labels.map(columnsOf));
  return labels.map((label) => padEnd(label, width));
}
