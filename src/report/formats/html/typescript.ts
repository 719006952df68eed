/** Options of `conform` in the library, by the flag of the command. */
const OPTIONS = { '--config': 'config', '--profile': 'profile', '--seed': 'seed' } as const;

/**
 * A program that does what `assay conform …` does; undefined for any other command.
 * @param command as reports have it: words as they are, or in single quotes
 */
export function typescriptOf(command: string): string | undefined {
  const [assay, name, ...words] = wordsOf(command);
  if (assay !== 'assay' || name !== 'conform') return undefined;
  const pairs = pairsOf(words);
  if (pairs === undefined) return undefined;
  const values = (flag: string) =>
    pairs.filter(([each]) => each === flag).map(([, value]) => value);
  const [target] = values('--target');
  const headers = values('--header').map((header) => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  const options = [
    ...Object.entries(OPTIONS).flatMap(([flag, option]) =>
      values(flag).map(
        (value) => `${option}: ${flag === '--seed' ? value : JSON.stringify(value)}`,
      ),
    ),
    ...(headers.length === 0 ? [] : [`headers: ${JSON.stringify(Object.fromEntries(headers))}`]),
    `rules: ${JSON.stringify(values('--rule'))}`,
  ];
  return [
    "import { conform } from 'assay';",
    '',
    `const report = await conform(${target === undefined ? 'undefined' : JSON.stringify(target)}, {`,
    ...options.map((option) => `  ${option},`),
    '});',
    'for (const { id, verdict } of report.rules) console.log(verdict, id);',
  ].join('\n');
}

const KNOWN = new Set(['--target', '--header', '--rule', ...Object.keys(OPTIONS)]);

/** Flags with their values; undefined when one is unknown here. */
function pairsOf(words: readonly string[]): [flag: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  for (let at = 0; at < words.length; ) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    const [, flag = word, value] = /^(--[a-z]+)=(.*)$/s.exec(word) ?? [];
    if (!KNOWN.has(flag)) return undefined;
    pairs.push([flag, value ?? next]);
    at += value === undefined ? 2 : 1;
  }
  return pairs;
}

/** The words of a shell line that this tool has quoted. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/gs) ?? []).map((word) =>
    word.replace(/'([^']*)'|\\(.)/gs, (_, quoted = '', escaped = '') => `${quoted}${escaped}`),
  );
}
