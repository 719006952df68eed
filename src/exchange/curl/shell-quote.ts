/** A text as one word of a POSIX shell; as `$'…'`, for bash and zsh, if it has invisible characters. */
export function shellQuote(text: string): string {
  if (/^[\w%+=:,./@-]+$/.test(text)) return text;
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll(SPECIAL, (character) => ESCAPES[character] ?? hex(character))}'`;
}

const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/u;
const SPECIAL = /[\p{C}\p{Zl}\p{Zp}\\']/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": "\\'",
};

function hex(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
