import {
  type Cell,
  columnsIn,
  type Facts,
  isLong,
  type Link,
  type Row,
  shownIn,
  type Table,
  type Tag,
  type Words,
} from '../../document/document.ts';
import { type Insert, type Markup, markup } from '../../phrases/markup.ts';
import { clip } from '../../phrases/printable.ts';

const TITLE_CHARACTERS = 100;

/**
 * A table in a region that scrolls. Where its rows have words, each row stands alone on a phone, with the
 * title of a column before its cell.
 */
export function tableMarkup(table: Table): Markup {
  const { name, groups, note } = table;
  const long = isLong(table);
  const columns = columnsIn('page', table);
  const isStacked = table.stacked ?? columns.some(({ text }) => text === true);
  const width = columns.length + 1;
  const shown = markup`<table class="${long ? 'side' : 'figures'}${isStacked && ' stacked'}">
<thead><tr><th scope="col">${clip(table.columns[0]?.title ?? '', TITLE_CHARACTERS)}</th>${columns.map(headCell)}</tr></thead>
${shownIn('page', groups).map(
  (group) => markup`<tbody>
${
  group.name !== undefined &&
  markup`<tr class="group"><th scope="rowgroup" colspan="${width}">${clip(group.name, TITLE_CHARACTERS)}</th></tr>
`
}${group.rows.map((row) => rowMarkup(row, columns, { long, isStacked }))}</tbody>
`,
)}</table>`;
  return markup`${scrolling(clip(name, TITLE_CHARACTERS), shown)}
${note !== undefined && markup`<p class="quiet">${note}</p>`}`;
}

/** Names with their values. */
export function factsMarkup({ facts }: Facts): Markup {
  return markup`<dl class="facts">${facts.map(
    ({ name, words }) => markup`<dt>${name}</dt><dd>${wordsMarkup(words)}</dd>
`,
  )}</dl>
`;
}

/**
 * What is too wide for a small screen, in a region that scrolls and that keys can reach.
 * @param name apart from those of other regions of the page
 */
export function scrolling(name: string, content: Markup): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}">${content}</div>`;
}

type PlacedColumn = ReturnType<typeof columnsIn>[number];

function headCell({ title, text, drawn }: PlacedColumn): Markup {
  const words = clip(title, TITLE_CHARACTERS);
  if (drawn === true) {
    return markup`<th scope="col" class="drawn"><span class="unseen">${words}</span></th>`;
  }
  return markup`<th scope="col"${text === true && markup` class="text"`}>${words}</th>`;
}

/** Notes on figures are a row of their own, because a sentence has no room beside them. */
function rowMarkup(
  { name, cells, notes = [], tone }: Row,
  columns: readonly PlacedColumn[],
  { long, isStacked }: { readonly long: boolean; readonly isStacked: boolean },
): Markup {
  const [beside, below] = long ? [notes, []] : [[], notes];
  return markup`<tr${tone !== undefined && markup` class="${tone}"`}><th scope="row">${wordsMarkup(name)}${beside.map((each) => markup`<span class="statement">${clip(each, 2000)}</span>`)}</th>${columns.map((column) => cellMarkup(cells[column.at], column, isStacked))}</tr>
${below.map(
  (
    each,
  ) => markup`<tr class="note"><td class="text" colspan="${columns.length + 1}"><p>${clip(each, 1000)}</p></td></tr>
`,
)}`;
}

function cellMarkup(
  cell: Cell | undefined,
  { title, text, drawn }: PlacedColumn,
  isStacked: boolean,
): Markup {
  if (drawn === true) return markup`<td class="drawn">${contentOf(cell)}</td>`;
  const label = isStacked && markup` data-label="${clip(title, TITLE_CHARACTERS)}"`;
  return markup`<td${text === true && markup` class="text"`}${label}>${contentOf(cell)}</td>`;
}

function contentOf(cell: Cell = ''): Insert {
  return typeof cell === 'object' && 'draw' in cell ? cell.draw() : wordsMarkup(cell);
}

const CHARACTERS = 2000;

/** Words of a document for a page. */
export function wordsMarkup(words: Words, characters = CHARACTERS): Insert {
  if (typeof words === 'string') return clip(words, characters);
  return words.map((piece) => {
    if (typeof piece === 'string') return clip(piece, characters);
    if ('code' in piece) return markup`<code>${clip(piece.code, characters)}</code>`;
    return 'link' in piece ? linkMarkup(piece, characters) : tagMarkup(piece);
  });
}

export function linkMarkup({ link, to, url }: Link, characters = CHARACTERS): Markup {
  const goal = url ?? (to === undefined ? undefined : `#${to}`);
  const words = clip(link, characters);
  return goal === undefined ? markup`${words}` : markup`<a href="${goal}">${words}</a>`;
}

/** A word with its colour; the mark before it is not read aloud. */
export function tagMarkup({ mark, tag, tone }: Tag): Markup {
  return markup`<span class="tag ${tone}">${mark !== undefined && markup`<span aria-hidden="true">${mark}</span> `}${tag}</span>`;
}
