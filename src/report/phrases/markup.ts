import { printable } from './printable.ts';

/** HTML, SVG or XML that is safe to put into more of it. Only `markup` and `verbatim` make one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `false`, `undefined` and `null` leave nothing. */
export type Insert = string | number | Markup | readonly Insert[] | false | undefined | null;

/**
 * A template whose inserts are made printable and escaped for text and for quoted attributes
 * alike. Attribute values must stand in double quotes.
 */
export function markup(literals: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  let text = literals[0] ?? '';
  for (const [index, insert] of inserts.entries()) {
    text += render(insert) + (literals[index + 1] ?? '');
  }
  return new Markup(text);
}

/** Text of our own, such as a style sheet, that is markup already. Never of a gateway. */
export function verbatim(text: string): Markup {
  return new Markup(text);
}

function render(insert: Insert): string {
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'string') return escapeMarkup(printable(insert));
  if (typeof insert === 'number') return String(insert);
  if (insert === false || insert === undefined || insert === null) return '';
  return insert.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
