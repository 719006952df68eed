import { columnsOf, padEnd } from '../formats/text/columns.ts';
import type { TextPage } from '../formats/text/text-page.ts';
import { titleLines } from '../formats/text/title-lines.ts';
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
export function comparisonText(comparison: Comparison, page: TextPage): string {
  const labels = labelColumn(comparison);
  const operations = rowsThat(comparison.operations, 'differs');
  const rules = rowsThat(comparison.rules, 'differs');
  const behaviours = rowsThat(comparison.behaviours, 'differs');
  const cutShort = cutShortSentence(comparison);
  const lines = [
    ...page.wrap(differenceSentence(comparison), 0).map((line) => page.paint('heading', line)),
    ...(cutShort === undefined ? [] : page.wrap(clipLine(cutShort, CELL_CHARACTERS), 0)),
    ...(comparison.reasons ?? []).flatMap((reason) =>
      page.wrap(`✗ ${clipLine(reason, CELL_CHARACTERS)}`, 0, 2),
    ),
    ...comparison.subjects.flatMap((subject, at) => [
      ...cellLines(page, labels, at, whereLine(subject)),
      ...subject.reasons.flatMap((reason) => page.wrap(clipLine(reason, CELL_CHARACTERS), 4)),
    ]),
    ...(comparison.performance === undefined
      ? []
      : performanceLines(
          comparison.performance,
          comparison.subjects.map(({ label }) => label),
          page,
        )),
    ...section('Operations that differ', operations, page, (operation) =>
      operationLines(operation, labels, page),
    ),
    ...section('Rules that differ', rules, page, (rule) => ruleLines(rule, labels, page)),
    ...section('Behaviours that differ', behaviours, page, (behaviour) =>
      behaviourLines(behaviour, labels, page),
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
  page: TextPage,
  linesOf: (row: Row) => readonly string[],
): readonly string[] {
  if (rows.length === 0) return [];
  return ['', page.paint('heading', title), ...rows.flatMap((row) => ['', ...linesOf(row)])];
}

function operationLines(
  { endpoint, cells, change }: OperationRow,
  labels: readonly string[],
  page: TextPage,
) {
  return [
    endpoint,
    ...cells.flatMap((cell, at) =>
      cellLines(page, labels, at, clipLine(operationWords(cell), CELL_CHARACTERS)),
    ),
    ...noteLines([change], page),
  ];
}

/** What a user loses and what a client must change, below the cells. */
function noteLines(notes: readonly (string | undefined)[], page: TextPage): readonly string[] {
  return notes
    .filter((note) => note !== undefined)
    .flatMap((note) => page.wrap(clipLine(note, CELL_CHARACTERS), 2, 2))
    .map((line) => page.paint('quiet', line));
}

function ruleLines(
  { id, level, provenance, harm, change, cells }: RuleRow,
  labels: readonly string[],
  page: TextPage,
) {
  return [
    ...titleLines(page, ['heading', id], `${LEVEL_WORD[level]} · ${provenance}`, 'quiet'),
    ...cells.flatMap(({ verdict, detail }, at) => {
      if (verdict === null) return cellLines(page, labels, at, '– not in this report');
      const note = detail === undefined ? '' : `  ${clipLine(detail, CELL_CHARACTERS)}`;
      return cellLines(page, labels, at, `${VERDICT_MARK[verdict]} ${verdict}${note}`);
    }),
    ...noteLines([harm, change], page),
  ];
}

function behaviourLines(
  { question, cells }: BehaviourRow,
  labels: readonly string[],
  page: TextPage,
) {
  return [
    ...page.wrap(question, 0),
    ...cells.flatMap((cell, at) =>
      cellLines(page, labels, at, clipLine(behaviourWords(cell), CELL_CHARACTERS)),
    ),
  ];
}

function cellLines(
  page: TextPage,
  labels: readonly string[],
  at: number,
  text: string,
): readonly string[] {
  const label = labels[at] ?? '';
  return page.wrap(`${label}  ${text}`, 2, columnsOf(label) + 2);
}

/** The labels, each as wide as the widest. */
function labelColumn({ subjects }: Comparison): readonly string[] {
  const labels = subjects.map(({ label }) => clipLine(label, LABEL_CHARACTERS));
  const width = Math.max(...labels.map(columnsOf));
  return labels.map((label) => padEnd(label, width));
}
