import { PLACEHOLDER } from '../access.ts';
import type { Secret } from './spellings.ts';

/** A text made from a key, the marker that stands for it, and how a shell makes it again. */
interface KeyForm {
  readonly of: (key: string) => string;
  readonly marker: (name: string) => string;
  /** For within double quotes. */
  readonly shell: (variable: string) => string;
}

/** Longer texts first: a text that contains a key is replaced before the key. */
const FORMS: readonly KeyForm[] = [
  {
    of: (key) => Buffer.from(`:${key}`).toString('base64'),
    marker: (name) => `[base64 of ":" and ${name}]`,
    shell: (variable) => `$(printf ':%s' "$${variable}" | base64 | tr -d '\\n')`,
  },
  {
    of: (key) => Buffer.from(key).toString('base64'),
    marker: (name) => `[base64 of the whole ${name}]`,
    shell: (variable) => `$(printf '%s' "$${variable}" | base64 | tr -d '\\n')`,
  },
  { of: (key) => key, marker: (name) => `[${name}]`, shell: (variable) => `$${variable}` },
  {
    of: otherCase,
    marker: (name) => `[${name} in the other case]`,
    shell: (variable) => `$(printf '%s' "$${variable}" | tr 'a-zA-Z' 'A-Za-z')`,
  },
  {
    of: (key) => key.slice(0, -1),
    marker: (name) => `[${name} without its last character]`,
    shell: (variable) => `\${${variable}%?}`,
  },
];

const VARIABLES: Readonly<Record<string, string>> = {
  'API key 1': 'ASSAY_API_KEY',
  'API key 2': 'ASSAY_API_KEY_2',
};

const EXPANSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(VARIABLES).flatMap(([name, variable]) =>
    FORMS.map(({ marker, shell }) => [marker(name), shell(variable)] as const),
  ),
);

/**
 * A text that may contain keys of the run, with a marker for each that says how to make it from the
 * key. A part of a key may remain.
 */
export function keyTemplate(text: string, secrets: readonly Secret[]): string {
  let template = text;
  for (const { of, marker } of FORMS) {
    for (const { name, value } of secrets) {
      if (value !== '' && name in VARIABLES)
        template = template.replaceAll(of(value), () => marker(name));
    }
  }
  return template;
}

/** The record of a header value that no marker describes. */
export const UNKNOWN_CREDENTIAL = '[something made from API key 1]';

/** A text between markers, and the shell expansion in place of each marker. */
export interface TemplatePiece {
  readonly literal: string;
  readonly expansion: string;
}

/**
 * A text with markers, in pieces for a shell. Undefined when a shell cannot make the value of a
 * marker from the keys, such as a digest.
 * @param hasSecrets `${NAME}` in it is the placeholder of a secret in the environment
 */
export function templatePieces(
  text: string,
  hasSecrets = false,
): readonly TemplatePiece[] | undefined {
  const pieces: TemplatePiece[] = [];
  let from = 0;
  for (const { index, 0: marker } of text.matchAll(hasSecrets ? MARKER_OR_PLACE : MARKER)) {
    const expansion = marker.startsWith('${') ? marker : EXPANSIONS.get(marker);
    if (expansion === undefined) return undefined;
    pieces.push({ literal: text.slice(from, index), expansion });
    from = index + marker.length;
  }
  return [...pieces, { literal: text.slice(from), expansion: '' }];
}

/** Whether this text contained a key or something made from one. */
export function containsMarker(text: string): boolean {
  return text.search(MARKER) !== -1;
}

const MARKER = /\[[^[\]]*(?:API key [12]|sent credential)[^[\]]*\]/g;
const MARKER_OR_PLACE = new RegExp(`${MARKER.source}|${PLACEHOLDER.source}`, 'g');

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
