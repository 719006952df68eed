import {
  type Block,
  type List,
  type Paragraph,
  type Section,
  shownIn,
  type Verbatim,
} from '../../document/document.ts';
import { type Markup, markup } from '../../phrases/markup.ts';
import { clip } from '../../phrases/printable.ts';
import { MARK } from '../../phrases/verdicts.ts';
import { rulesMarkup } from './rules.ts';
import { factsMarkup, tableMarkup, wordsMarkup } from './table.ts';

const VERBATIM_CHARACTERS = 20_000;

/** The parts of a section; those with nothing to show are omitted. */
export function blocksMarkup(blocks: readonly Block[]): readonly Markup[] {
  return shownIn('page', blocks)
    .map(blockMarkup)
    .filter(({ text }) => text !== '');
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case 'section':
      return innerSection(block);
    case 'paragraph':
      return paragraph(block);
    case 'list':
      return list(block);
    case 'facts':
      return factsMarkup(block);
    case 'table':
      return tableMarkup(block);
    case 'verbatim':
      return verbatimBlock(block);
    case 'rules':
      return rulesMarkup(block);
    case 'charts': {
      const drawn = block.draw();
      return drawn.length === 0
        ? markup``
        : markup`<div class="charts">${drawn}</div>
`;
    }
  }
}

function innerSection({ title, folded, blocks }: Section): Markup {
  const body = blocksMarkup(blocks);
  if (body.length === 0) return markup``;
  const name = clip(title, 200);
  if (folded === true) {
    return markup`<details class="definitions"><summary>${name}</summary>
${body}</details>
`;
  }
  return markup`<h3>${name}</h3>
${body}`;
}

function paragraph({ words, tone }: Paragraph): Markup {
  if (tone === undefined) {
    return markup`<p>${wordsMarkup(words)}</p>
`;
  }
  if (tone === 'quiet') {
    return markup`<p class="quiet">${wordsMarkup(words)}</p>
`;
  }
  return markup`<p class="callout ${tone}"><span aria-hidden="true">${MARK[tone]}</span> ${wordsMarkup(words)}</p>
`;
}

function list({ items }: List): Markup {
  return markup`<ul class="notes">${items.map((item) => markup`<li>${wordsMarkup(item)}</li>`)}</ul>
`;
}

/** Long lines scroll; the script of the page adds a button that copies them. */
function verbatimBlock({ title, text, language }: Verbatim): Markup {
  return markup`${
    language === 'sh' &&
    markup`<p>${title}:</p>
`
  }<div class="curl"><pre tabindex="0" aria-label="${title}">${clip(text, VERBATIM_CHARACTERS)}</pre></div>
`;
}
