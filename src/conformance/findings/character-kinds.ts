import { textDifference } from './differences.ts';

/** Characters that break together, by a name for them. Each belongs to the first kind that fits. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tabs and line breaks', /[\t\n\r]/u],
  ['characters beyond U+FFFF', /[\u{10000}-\u{10ffff}]/u],
  ['combining marks', /\p{M}/u],
  ['characters of other scripts', /[^\0-\x7f]/u],
];
const OTHERS = 'characters of ASCII';

/** How the characters of one kind came back. */
export interface KindDifference {
  readonly kind: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * The kinds of characters that did not survive: a difference for each. Those of ASCII are named
 * only where they alone differ, as a question mark may stand for any other.
 */
export function characterDifferences(sent: string, back: string): readonly KindDifference[] {
  const [wanted, seen] = [byKind(sent), byKind(back)];
  const differences = [...KINDS.map(([kind]) => kind), OTHERS].flatMap((kind) => {
    const difference = textDifference(wanted.get(kind) ?? '', seen.get(kind) ?? '');
    return difference === undefined ? [] : [{ kind, ...difference }];
  });
  const beyond = differences.filter(({ kind }) => kind !== OTHERS);
  return beyond.length > 0 ? beyond : differences;
}

function byKind(text: string): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const character of text) {
    const [kind = OTHERS] = KINDS.find(([, pattern]) => pattern.test(character)) ?? [];
    kinds.set(kind, (kinds.get(kind) ?? '') + character);
  }
  return kinds;
}
