import { present } from '../../../input/defined.ts';
import {
  type Cell,
  columnsIn,
  isLong,
  type Row,
  shownIn,
  type Table,
  type Words,
} from '../../document/document.ts';
import { clipLine } from '../../phrases/printable.ts';
import { columnsOf, padEnd, type TextPage } from './text-page.ts';

const CELL_CHARACTERS = 400;
const LABEL_CHARACTERS = 40;
/** A longer column of words is wrapped beside the figures instead of being given room. */
const ROOM_FOR_WORDS = 16;

/**
 * A table for a terminal: figures in columns, each group below its name, words at the end of their row,
 * notes below it.
 */
export function tableLines(table: Table, page: TextPage): readonly string[] {
  const note = table.note === undefined ? [] : quiet(page.wrap(table.note, 2), page);
  return [...(isLong(table) ? longLines(table, page) : figureLines(table, page)), ...note];
}

/** With the minor columns where they fit: a figure on another line than its row's others is not found. */
function figureLines(table: Table, page: TextPage): string[] {
  const groups = shownIn('terminal', table.groups);
  const rows = groups.flatMap((group) => group.rows);
  const columns = columnsIn('terminal', table);
  const all = columns.filter(({ text }) => text !== true);
  const words = wordsOf(
    rows,
    columns.filter(({ text }) => text === true),
  );
  const indent = groups.some(({ name }) => name !== undefined) ? '  ' : '';
  const widest = Math.max(0, ...words.map(columnsOf));
  const reserve = widest === 0 ? 0 : Math.min(widest, ROOM_FOR_WORDS) + 2;
  const tablesOf = (figures: typeof all) => {
    const head = [table.columns[0], ...figures].map((column) => column?.title ?? '');
    const body = rows.map(({ name, cells }) => [
      indent + plain(name, CELL_CHARACTERS),
      ...figures.map(({ at }) => textOf(cells[at])),
    ]);
    return page.tables([head.map((title) => plain(title, LABEL_CHARACTERS)), ...body], reserve);
  };
  const whole = tablesOf(all);
  const tables = whole.length === 1 ? whole : tablesOf(all.filter(({ minor }) => minor !== true));
  return tables.flatMap(([titles = '', ...lines], part) => {
    const isLast = part === tables.length - 1;
    const written = rows.map((row, at) =>
      isLast
        ? rowLines(row, `${lines[at] ?? ''}  ${words[at] ?? ''}`, page)
        : page.wrap(lines[at] ?? '', 0, 4),
    );
    return [
      ...page.wrap(titles, 0, 4).map((line) => page.paint('heading', line)),
      ...groups.flatMap(({ name, rows: own }) => [
        ...(name === undefined ? [] : page.wrap(plain(name, CELL_CHARACTERS), 0, 2)),
        ...own.flatMap((row) => written[rows.indexOf(row)] ?? []),
      ]),
    ];
  });
}

/** The words of each row, those of a column below each other where another follows. */
function wordsOf(rows: readonly Row[], columns: readonly { readonly at: number }[]): string[] {
  const cells = rows.map((row) => columns.map(({ at }) => textOf(row.cells[at])));
  const widths = columns.map((_, at) =>
    Math.max(...cells.map((each) => columnsOf(each[at] ?? ''))),
  );
  return cells.map((each) =>
    each
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A row in its colour, then its notes. */
function rowLines({ tone, notes = [] }: Row, line: string, page: TextPage): string[] {
  const lines = page.wrap(line.trimEnd(), 0, 4);
  const below = notes.flatMap((note) => page.wrap(plain(note), 4));
  return [
    ...lines.map((each) => (tone === undefined ? each : page.paint(tone, each))),
    ...quiet(below, page),
  ];
}

/** Each row as its name with its cells below, because they are texts. */
function longLines(table: Table, page: TextPage): string[] {
  const columns = columnsIn('terminal', table);
  const labels = columns.map(({ title }) => plain(title, LABEL_CHARACTERS));
  const width = Math.max(0, ...labels.map(columnsOf));
  const rows = shownIn('terminal', table.groups).flatMap((group) => group.rows);
  return rows.flatMap(({ name, cells, notes = [] }, index) => {
    const below = notes.flatMap((note) => page.wrap(plain(note), 2, 2));
    return present([
      index !== 0 && '',
      ...page.wrap(plain(name, CELL_CHARACTERS), 0, 2),
      ...columns.flatMap(({ at }, column) =>
        page.wrap(`${padEnd(labels[column] ?? '', width)}  ${textOf(cells[at])}`, 2, width + 2),
      ),
      ...quiet(below, page),
    ]);
  });
}

function textOf(cell: Cell = ''): string {
  return typeof cell === 'object' && 'draw' in cell ? '' : plain(cell, CELL_CHARACTERS);
}

function quiet(lines: readonly string[], page: TextPage): string[] {
  return lines.map((line) => page.paint('quiet', line));
}

const CHARACTERS = 1200;

/** Words of a document as one plain line. */
export function plain(words: Words, characters = CHARACTERS): string {
  if (typeof words === 'string') return clipLine(words, characters);
  const pieces = words.map((piece) => {
    if (typeof piece === 'string') return piece;
    if ('code' in piece) return piece.code;
    if ('link' in piece) return piece.link;
    return piece.mark === undefined ? piece.tag : `${piece.mark} ${piece.tag}`;
  });
  return clipLine(pieces.join(''), characters);
}
