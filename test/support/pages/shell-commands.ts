/** One command of a shell script, without its assignments. */
export type Words = readonly string[];

/**
 * The commands of a script as people write them in a page: quotes, comments, continued lines, `&&`,
 * `;`, pipes, groups, redirections and here documents. The head of a loop is not one.
 */
export function shellCommands(text: string): readonly Words[] {
  const script = text.replaceAll(HERE_DOCUMENT, '$2');
  const commands: string[][] = [];
  let words: string[] = [];
  const end = (): void => {
    const own = words.slice(words.findIndex((word) => !isAside(word)));
    if (words.some((word) => !isAside(word)) && own[0] !== 'for') commands.push(own);
    words = [];
  };
  for (const token of tokensOf(script)) {
    if (token.ends) end();
    else words.push(token.text);
  }
  end();
  return commands.map(withoutRedirections);
}

/** A redirection with the lines up to its end mark. */
const HERE_DOCUMENT = /<<-?'?(\w+)'?(.*)\n(?:.*\n)*?\1$/gm;

interface Token {
  readonly text: string;
  /** Whether it ends a command. */
  readonly ends: boolean;
}

const TOKEN = /\\\n|#[^\n]*|&&|\|\||[;|()\n]|(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s;|()"'])+/g;

function tokensOf(script: string): readonly Token[] {
  return [...script.matchAll(TOKEN)].flatMap(([text]): Token[] => {
    if (text === '\\\n' || text.startsWith('#')) return [];
    return [{ text: text.replaceAll(/["']/g, ''), ends: /^(?:&&|\|\||[;|()\n])$/.test(text) }];
  });
}

/** An assignment before a command, or a word of a loop. */
function isAside(word: string): boolean {
  return /^[A-Z][A-Z0-9_]*=/.test(word) || word === 'do' || word === 'done';
}

function withoutRedirections(words: Words): Words {
  return words.filter((word, at) => !/^[<>]/.test(word) && !/^[<>]+$/.test(words[at - 1] ?? ''));
}
