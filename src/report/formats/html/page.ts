import { createHash } from 'node:crypto';
import type { ReportDocument, Section } from '../../document/document.ts';
import { bindNumbers } from '../../phrases/bound-numbers.ts';
import { type Markup, markup, verbatim } from '../../phrases/markup.ts';
import { blocksMarkup } from './blocks.ts';
import { headMarkup } from './head.ts';
import { printFooter } from './print-footer.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A report as a page: one file that needs nothing else. */
export function documentPage(document: ReportDocument): Markup {
  const { title, assayVersion, data, head, closing } = document;
  // It narrows rules, and copies what repeats a run.
  const script = closing === undefined ? undefined : SCRIPT;
  const sections = [...document.sections, ...(closing === undefined ? [] : [closing])];
  const style = `${STYLE}${printFooter(document)}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Assay ${assayVersion}">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#verdict">Skip to the verdict</a>
<header class="top">
<p class="brand">Assay</p>
<nav aria-label="Sections"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${withBoundNumbers(markup`${headMarkup(head)}${sections.map(sectionMarkup)}`)}</main>
<footer><p>Assay ${assayVersion}. <code>${data}</code> holds everything shown here.</p></footer>
${
  script !== undefined &&
  markup`<script>${verbatim(script)}</script>
`
}</body>
</html>
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

/** Nothing may be loaded and no script may run but our own: a second wall behind the escaping. */
function contentPolicy(style: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
