import { createHash } from 'node:crypto';
import { bindNumbers } from '../../phrases/bound-numbers.ts';
import { type Markup, markup, verbatim } from '../../phrases/markup.ts';

/** The parts of a page. */
export interface HtmlDocument {
  readonly title: string;
  readonly assayVersion: string;
  readonly style: string;
  /** Absent where the page needs none. */
  readonly script?: string;
  /** The first link of the page, for a reader who hears it: past the header to an id. */
  readonly skip: { readonly to: string; readonly text: string };
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** What stands between the header and the footer. */
  readonly main: Markup;
  readonly footer: Markup;
}

/** The whole document: one file that needs nothing else. */
export function htmlDocument(document: HtmlDocument): Markup {
  const { title, assayVersion, style, script, skip, sections, main, footer } = document;
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
<a class="skip" href="#${skip.to}">${skip.text}</a>
<header class="top">
<p class="brand">Assay</p>
<nav aria-label="Sections"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${withBoundNumbers(main)}</main>
<footer><p>Assay ${assayVersion}, ${footer}</p></footer>
${
  script !== undefined &&
  markup`<script>${verbatim(script)}</script>
`
}</body>
</html>
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
function contentPolicy(style: string, script?: string): string {
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
