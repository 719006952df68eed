import { createHash } from 'node:crypto';
import { present } from '../../input/defined.ts';
import type { ReportDocument, Section, Words } from '../document/document.ts';
import { runDocument } from '../document/run-document.ts';
import { type Markup, markup, verbatim } from '../phrases/markup.ts';
import { bindNumbers } from '../phrases/number-format.ts';
import type { Format } from '../write.ts';
import { blocksMarkup } from './html/blocks.ts';
import { headMarkup } from './html/head.ts';
import { SCRIPT, SEARCH_SCRIPT } from './html/script.ts';
import { STYLE } from './html/style.ts';
import { wordsMarkup } from './html/table.ts';

/** The report for people: one file without external resources. */
export const html: Format = {
  file: 'report.html',
  summary: 'one self-contained page, for people',
  render: (report) => documentPage(runDocument(report)).text,
};

/** A report as a page: one file that needs nothing else. */
export function documentPage(document: ReportDocument): Markup {
  const { title, assayVersion, data, head, counts, closing, search } = document;
  // It narrows rules, and copies what repeats a run.
  const script = closing === undefined ? search && SEARCH_SCRIPT : SCRIPT;
  const sections = present([...document.sections, closing !== undefined && closing]);
  const style = `${STYLE}${printFooter(document)}`;
  const body = markup`<a class="skip" href="#verdict">Skip to the verdict</a>
<header class="top">
<p class="brand">Assay</p>
<nav aria-label="Sections"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${withBoundNumbers(markup`${headMarkup(head)}${counts !== undefined && countsBar(counts)}${search !== undefined && searchBox(search)}${sections.map(sectionMarkup)}`)}</main>
<footer><p>Assay ${assayVersion}. <code>${data}</code> holds everything shown here.</p></footer>
`;
  return pageMarkup({ title, generator: `Assay ${assayVersion}`, style, script, body });
}

/** A page that needs nothing else. */
export interface Page {
  readonly title: string;
  /** The program that made it. */
  readonly generator: string;
  readonly style: string;
  readonly script?: string | undefined;
  /** Whether the script reads from the server of the page. */
  readonly connects?: true;
  readonly body: Markup;
}

export function pageMarkup(page: Page): Markup {
  const { title, generator, style, script, body } = page;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${generator}">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
${body}${
  script !== undefined &&
  markup`<script>${verbatim(script)}</script>
`
}</body>
</html>
`;
}

/** Nothing may be loaded and no script may run but our own: a second wall behind the escaping. */
function contentPolicy({ style, script, connects }: Page): string {
  return present([
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    script !== undefined && `script-src '${digest(script)}'`,
    connects === true && "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]).join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** It stays at the top of the window once the first screen is gone. */
function countsBar(counts: Words): Markup {
  return markup`<p class="counts"><span>${wordsMarkup(counts)}</span> <span class="keys" hidden><span class="to-failure"><kbd>f</kbd> next failure</span> <kbd>j</kbd> <kbd>k</kbd> next and previous rule</span></p>
`;
}

/** Shown by its script. */
function searchBox(label: string): Markup {
  return markup`<p class="search" id="search" hidden><label>${label} <input type="search" autocomplete="off" spellcheck="false"></label> <span role="status"></span></p>
`;
}

function sectionMarkup({ id, title, aside, blocks }: Section): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${aside !== undefined && markup` <small>${aside}</small>`}</h2>
${blocksMarkup(blocks)}</section>
`;
}

/** In running text only: what is in tags, or may be copied, stays as it is. */
function withBoundNumbers({ text }: Markup): Markup {
  const verbatimOrTagOrText = /<(pre|code)\b.*?<\/\1>|<[^>]*>|[^<]+/gs;
  return verbatim(
    text.replace(verbatimOrTagOrText, (piece) =>
      piece.startsWith('<') ? piece : bindNumbers(piece),
    ),
  );
}

const CHARACTERS = 120;

/** The margin of each printed page: what was checked, and the number of the page. */
function printFooter({ title }: Pick<ReportDocument, 'title'>): string {
  return `
@page {
  margin: 15mm 14mm 18mm;
  @bottom-left { content: ${cssString(title.slice(0, CHARACTERS))}; font: 8pt system-ui, sans-serif; color: #625d54; }
  @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #625d54; }
}
`;
}

/** Text of a target as a string of CSS: all but plain characters is escaped. */
function cssString(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(
      /[^A-Za-z0-9 .,:/_-]/gu,
      (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
    );
  return `"${escaped}"`;
}
