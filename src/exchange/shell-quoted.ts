/** A text as one word of a POSIX shell; as `$'…'`, which bash and zsh know, if it has controls. */
export function shellQuoted(text: string): string {
  if (/^[\w%+=:,./@-]+$/.test(text)) return text;
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll(SPECIAL, (character) => ESCAPES[character] ?? hex(character))}'`;
}

const CONTROL = /\p{Cc}/u;
const SPECIAL = /[\p{Cc}\\']/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": "\\'",
};

function hex(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
