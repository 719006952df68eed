import { type Comment, parseSync, Visitor } from 'oxc-parser';
import { parseDocument, visit } from 'yaml';

/** A piece of prose in a file: what a user reads, or what a maintainer does. */
export interface Passage {
  readonly kind: 'text' | 'comment';
  readonly start: number;
  /** Exactly as long as what stands in the file, with everything that is not prose blanked. */
  readonly text: string;
}

type Reader = (source: string, path: string) => Passage[];

/** How the prose of a file is found, by the end of its name. */
export const READERS: Readonly<Record<string, Reader>> = {
  '.md': markdown,
  '.ts': script,
  '.js': script,
  '.go': go,
  '.yaml': yaml,
  '.sh': shell,
};

/** Between paragraphs, headings, list items and cells of a table. */
const BETWEEN_BLOCKS = /(\n\s*\n|\n(?=[ \t]*(?:[-+>]|\d+\.)[ \t]|#|\|)|(?<=^#+ .*)\n|\|)/m;

/** Text without code blocks, comments, markup and addresses; code and values in it are filled. */
function markdown(source: string): Passage[] {
  let start = 0;
  return source
    .replaceAll(/^[ \t>]*(```+|~~~+)[\s\S]*?(?:^[ \t>]*\1.*$|$(?![\s\S]))/gm, blank)
    .replaceAll(/(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\1(?!`)|‹[^›]*›/g, fill)
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>|\]\([^)]*\)|^\[[^\]]*\]: .*|https?:\S+/gim, blank)
    .replaceAll(/[*[\]]/g, ' ')
    .split(BETWEEN_BLOCKS)
    .map((text) => {
      const passage: Passage = { kind: 'text', start, text: text.replace(/^#+ /, blank) };
      start += text.length;
      return passage;
    });
}

/** Comments, and strings of more than one word. */
function script(source: string, path: string): Passage[] {
  const { program, comments } = parseSync(path, source);
  const strings: Passage[] = [];
  const keep = ({ start }: { start: number }, text: string) => {
    if (isProse(text)) strings.push({ kind: 'text', start, text });
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') keep(node, unquoted(source.slice(node.start, node.end)));
    },
    TemplateLiteral: (node) => {
      let text = source.slice(node.start, node.end);
      for (const { start, end } of node.expressions) {
        const [from, to] = [start - node.start - '${'.length, end - node.start + '}'.length];
        text = `${text.slice(0, from)}${'¤'.repeat(to - from)}${text.slice(to)}`;
      }
      keep(node, unquoted(text));
    },
  }).visit(program);
  return [...paragraphs(comments, source), ...strings];
}

/** Line comments below each other are one paragraph. */
function paragraphs(comments: readonly Comment[], source: string): Passage[] {
  const spans: { start: number; end: number }[] = [];
  let lineEnd = -1;
  for (const { type, start, end } of comments) {
    const last = spans.at(-1);
    const continues =
      type === 'Line' && last?.end === lineEnd && /^\n[ \t]*$/.test(source.slice(lineEnd, start));
    if (continues && last !== undefined) last.end = end;
    else spans.push({ start, end });
    lineEnd = type === 'Line' ? end : -1;
  }
  return spans.map(({ start, end }) => comment(source, start, end));
}

/** Comments and strings have a syntax in Go that needs no parser. */
function go(source: string): Passage[] {
  const tokens =
    /(?<comment>\/\/.*(?:\n[ \t]*\/\/.*)*|\/\*[\s\S]*?\*\/)|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])+'/g;
  return [...source.matchAll(tokens)].flatMap(({ 0: token, index, groups }): Passage[] => {
    if (groups?.comment !== undefined) return [comment(source, index, index + token.length)];
    const text = unquoted(token.replaceAll(/%[-+#.\d]*[a-z]/g, fill));
    return isProse(text) ? [{ kind: 'text', start: index, text }] : [];
  });
}

/** Comments and texts. What is quoted from elsewhere stands under the key `quote`. */
function yaml(source: string): Passage[] {
  const texts: Passage[] = [];
  visit(parseDocument(source), {
    Pair: (_, { key }) => (String(key) === 'quote' ? visit.SKIP : undefined),
    Scalar: (_, { value, range }) => {
      if (typeof value !== 'string' || !range || !isProse(value)) return;
      const [start, end] = range;
      texts.push({ kind: 'text', start, text: source.slice(start, end) });
    },
  });
  const isInText = (at: number) =>
    texts.some(({ start, text }) => at >= start && at < start + text.length);
  return [...texts, ...shell(source).filter(({ start }) => !isInText(start))];
}

/** Comments alone: strings are mostly commands. */
function shell(source: string): Passage[] {
  return [...source.matchAll(/(?<=^|\n|[ \t])#.*(?:\n[ \t]*#.*)*/g)].map(({ 0: text, index }) =>
    comment(source, index, index + text.length),
  );
}

function comment(source: string, start: number, end: number): Passage {
  const text = source
    .slice(start, end)
    .replaceAll(/^[ \t]*(?:\/\/+|\/\*+|\*+\/|\*|#+!?)|\*+\/$/gm, blank)
    .replaceAll(/prose-ok\(.*/g, blank)
    .replaceAll(/`[^`\n]*`|\{@link [^}]*\}/g, fill);
  return { kind: 'comment', start, text };
}

function unquoted(literal: string): string {
  return ` ${literal.slice(1, -1)} `
    .replaceAll(/<\/?[a-z][^<>]*>/g, blank)
    .replaceAll(/\\[nrt]/g, blank)
    .replaceAll(/`[^`\n]*`/g, fill);
}

function isProse(text: string): boolean {
  return /\S\s+\S/.test(text);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

function fill(text: string): string {
  return text.replaceAll(/[^\n]/g, '¤');
}
