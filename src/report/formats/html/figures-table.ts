import { type Markup, markup } from '../../phrases/markup.ts';

/**
 * A table of figures, whose first column names the rows.
 * @param name for screen readers
 */
export function figuresTable(
  name: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="figures">
<thead><tr>${head.map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table></div>`;
}

function row([first = '', ...cells]: readonly string[]): Markup {
  return markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
`;
}
