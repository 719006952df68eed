import type { FindingRecord } from '../schema/finding.ts';

/** Longer runs of letters and digits are ids: their start is enough to distinguish them. */
const LONG_WORD = /[\w-]{24,}/g;
const ID_CHARACTERS = 16;

/** What a finding writes where there is nothing. */
const NOTHING = new Set(['nothing', 'absent', 'undefined']);

/** A finding in one cell: `images[0].mime_type absent; expected a string`. */
export function findingWords({ label, where, expected, actual }: FindingRecord): string {
  const tried = label === undefined ? '' : `${label}: `;
  return shortIds(`${tried}${seenWords(where, actual)}; expected ${expected}`);
}

/** Ids cut to a length that can be read. */
export function shortIds(text: string): string {
  return text.replaceAll(LONG_WORD, (word) =>
    /\d/.test(word) ? `${word.slice(0, ID_CHARACTERS)}…` : word,
  );
}

function seenWords(where: string | undefined, actual: string): string {
  if (where === undefined) return actual;
  return NOTHING.has(actual) ? `${where} absent` : `${where} is ${actual}`;
}
