import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as commands from '../../src/commands/index.ts';
import { messagesIn } from '../messages/message-text.ts';
import { reachableFiles } from '../messages/reachable-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const RULES = 'src/conformance/rules/';
/** Members of a rule that its own page shows. */
const OF_THE_RULE_PAGES = /^ {2}(statement|source):\s+['"`].*$/gm;

/** Texts that no user reads as a sentence: requests, commands of a shell, and the styles of a page. */
const WITHOUT_MESSAGES: readonly string[] = [
  'src/conformance/probes/',
  'src/contract/',
  'src/exchange/curl/',
  'src/exchange/multipart.ts',
  'src/report/formats/html/script.ts',
  'src/report/formats/html/style.ts',
];

/** Every message of the commands, grouped by the commands that can give it. */
export async function messagesPage(): Promise<string> {
  const names = Object.keys(commands);
  const users = new Map<string, string[]>();
  const ofAll = reachableFiles(ROOT, 'src/cli.ts', 'src/commands/index.ts');
  for (const file of ofAll) users.set(file, names);
  for (const name of names) {
    for (const file of reachableFiles(ROOT, `src/commands/${name}.ts`)) {
      if (!ofAll.has(file)) users.set(file, [...(users.get(file) ?? []), name]);
    }
  }
  const files = [...users.keys()].filter(hasMessages).toSorted();
  const groups = Map.groupBy(files, (file) => (users.get(file) ?? []).join(', '));
  const sections = await Promise.all(
    [...groups]
      .toSorted(([one], [other]) => order(one, other))
      .map(async ([given, members]) => section(titleOf(given, names.length), members)),
  );
  return `${[HEAD, ...sections.filter((text) => text !== '')].join('\n\n')}\n`;
}

const HEAD = `# Messages

Every sentence and label that a user can meet, with the commands that can give it. \`npm run docs\`
writes this page from the source, so that the language can be read as a whole. \`‹name›\` is a value,
\`[one | other]\` a choice, \`[text]\` a text that is sometimes missing. Not listed: the statements of the
rules, which [the rules](../../docs/rules/README.md) give, and messages of the Go engine and of the reference gateway.`;

function hasMessages(file: string): boolean {
  return !WITHOUT_MESSAGES.some((place) => file.startsWith(place));
}

/** Messages of more commands come first. */
function order(one: string, other: string): number {
  return other.split(', ').length - one.split(', ').length || (one < other ? -1 : 1);
}

function titleOf(users: string, all: number): string {
  return users.split(', ').length === all ? 'Every command' : users;
}

async function section(title: string, files: readonly string[]): Promise<string> {
  const lists = await Promise.all(
    [...Map.groupBy(files, placeOf)].map(([place, members]) => listOf(place, members)),
  );
  const filled = lists.filter((list) => list !== '');
  return filled.length === 0 ? '' : [`## ${title}`, ...filled].join('\n\n');
}

/** Rules say much in the same words: those of an area are one place. */
function placeOf(file: string): string {
  return file.startsWith(RULES) ? dirname(file) : file;
}

async function listOf(place: string, files: readonly string[]): Promise<string> {
  const lists = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(ROOT, file), 'utf8');
      const isRule = file.startsWith(RULES);
      return messagesIn(isRule ? source.replaceAll(OF_THE_RULE_PAGES, '') : source, file);
    }),
  );
  const messages = [...new Set(lists.flat())];
  if (messages.length === 0) return '';
  return `### \`${place}\`\n\n${messages.map((message) => `- ${escaped(message)}`).join('\n')}`;
}

/** As Markdown that shows these characters; code between backticks stays code. */
function escaped(message: string): string {
  return message
    .split(/(`[^`]*`)/)
    .map((part) => (/^`.*`$/.test(part) ? part : part.replaceAll(/[\\*_<>[\]`|]/g, '\\$&')))
    .join('')
    .replace(/^([-+#]|\d+[.)])/, '\\$1');
}
