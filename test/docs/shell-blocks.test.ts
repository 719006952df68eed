import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { program } from '../../src/commands/command-line/program.ts';
import { assay } from '../support/assay-in-process.ts';
import { shellCommands, type Words } from '../support/pages/shell-commands.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTSIDE_DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'engine/README.md',
  'bench/README.md',
  'reports/README.md',
];
/** A page of docs, except those of areas of rules and the recipes, which show other tools. */
const PAGE = /^(?!rules\/)(?:[^/]+\/)?[^/]+\.md$/;
/** Generated from the help, which has its own tests. */
const GENERATED = new Set(['reference/commands.md', 'reference/settings.md']);

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));

/** How a command of a page is tested. The first entry that fits decides. */
const WAYS: readonly {
  readonly fits: RegExp;
  readonly way: 'run' | 'dry run' | 'parse' | 'script' | 'files' | 'other tool';
}[] = [
  // They send nothing and write nothing.
  { fits: /^assay (?:list|explain|help|doctor)\b/, way: 'run' },
  // They read or write files of the reader, or print a script.
  {
    fits: /^assay (?:gate|conform|load|capacity)\b.* --(?:config|baseline|trace|against|emit|on-cluster|record|segments|rule \w+-integer|scenario \.\/|profile \S+\.yaml)\b/,
    way: 'parse',
  },
  { fits: /^assay (?:gate|conform|load|capacity)\b/, way: 'dry run' },
  // They listen, read recordings, or need a gateway.
  { fits: /^assay (?:serve|watch|judge|compare|describe|explore|init|overhead)\b/, way: 'parse' },
  { fits: /^npm run [a-z]/, way: 'script' },
  { fits: /^npm test$/, way: 'script' },
  { fits: /^vitest run /, way: 'files' },
  { fits: /^npm (?:ci|install)\b/, way: 'other tool' },
  { fits: /^(?:docker|kubectl|go|gofmt|git|\.\/k6|export|cd)\b/, way: 'other tool' },
];

interface Shown {
  readonly page: string;
  readonly words: Words;
  readonly line: string;
}

const pages = [
  ...OUTSIDE_DOCS,
  ...(await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((name) => PAGE.test(name) && !GENERATED.has(name))
    .map((name) => join('docs', name)),
];

/** The fenced blocks of a page. */
async function blocksOf(page: string): Promise<readonly { language: string; text: string }[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

/** The commands of a block; in a transcript, those behind the prompt. */
function commandsOf({ language, text }: { language: string; text: string }): readonly Words[] {
  if (language === 'sh') return shellCommands(text);
  if (language !== 'console') return [];
  return shellCommands([...text.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line).join('\n'));
}

async function shownIn(page: string): Promise<readonly Shown[]> {
  return (await blocksOf(page)).flatMap((block) =>
    commandsOf(block).map((shown) => {
      const words = shown[0] === 'npx' ? shown.slice(1) : shown;
      return { page, words, line: words.join(' ') };
    }),
  );
}

const shown = (await Promise.all(pages.map(shownIn))).flat();

/** Thrown once the command line has been parsed and checked, in place of its action. */
class Parsed extends Error {}

let isParsedOnly = false;
beforeAll(() => {
  program.hook('preAction', () => {
    if (isParsedOnly) throw new Parsed();
  });
});

/** Why the command line refuses these words; undefined when it accepts them. */
async function refusal(words: Words): Promise<string | undefined> {
  isParsedOnly = true;
  try {
    await program.parseAsync(words.slice(1), { from: 'user' });
    return 'nothing was parsed';
  } catch (error) {
    if (error instanceof Parsed) return undefined;
    return error instanceof Error ? error.message : String(error);
  } finally {
    isParsedOnly = false;
  }
}

function wayOf({ line }: Shown) {
  return WAYS.find(({ fits }) => fits.test(line))?.way;
}

function shownFor(way: NonNullable<ReturnType<typeof wayOf>>): readonly Shown[] {
  const wanted = shown.filter((each) => wayOf(each) === way);
  return [...new Map(wanted.map((each) => [each.line, each])).values()];
}

test('docs: the pages show commands, and the table has a way to test each', () => {
  expect(shown.length).toBeGreaterThan(60);
  expect(shown.filter((each) => wayOf(each) === undefined)).toEqual([]);
  expect(WAYS.filter(({ fits }) => !shown.some(({ line }) => fits.test(line)))).toEqual([]);
});

test('docs: a block with a command of assay says that it is for a shell', async () => {
  const untold: string[] = [];
  for (const page of pages) {
    for (const { language, text } of await blocksOf(page)) {
      if (language !== '' && language !== 'text') continue;
      if (/^(?:\$ )?(?:npx )?assay [a-z]/m.test(text)) untold.push(`${page}: ${text}`);
    }
  }
  expect(untold).toEqual([]);
});

test.each(shownFor('run'))('docs: $line runs ($page)', async ({ words }) => {
  const { code, stderr } = await assay(words.slice(1));
  expect(code, stderr).toBe(0);
});

test.each(shownFor('dry run'))('docs: $line has a plan ($page)', async ({ words }) => {
  // The plan of a gate has that of its load, which has none of its own.
  const [, name = '', ...given] = words.filter((word) => word !== '--dry-run');
  const command = name === 'load' ? 'gate' : name;
  const { code, stdout, stderr } = await assay([command, ...given, '--dry-run']);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/nothing is sent|Dry run/i);
});

test.each(shownFor('parse'))(
  'docs: $line is a command line of assay ($page)',
  async ({ words }) => {
    expect(await refusal(words)).toBeUndefined();
  },
);

test.each(shownFor('script'))('docs: $line is a script of the package ($page)', ({ words }) => {
  const [, run = '', name = ''] = words;
  expect(Object.keys(scripts)).toContain(run === 'run' ? name : run);
});

test.each(shownFor('files'))('docs: $line names files of the project ($page)', ({ words }) => {
  const files = words.filter((word) => word.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('docs: a command that assay does not have, or a flag, or a value, is refused', async () => {
  expect(await refusal(['assay', 'gaet'])).toMatch(/unknown command 'gaet'/);
  expect(await refusal(['assay', 'gate', '--durations', '1s'])).toMatch(/unknown option/);
  expect(await refusal(['assay', 'compare'])).toMatch(/missing required argument/);
  expect(await refusal(['assay', 'load', '--arrival-rate', 'fast'])).toMatch(/fast/);
  expect(wayOf({ page: '', words: [], line: 'assay gaet' })).toBeUndefined();
});

test.each([
  ['npx a --x "b c" # why', [['npx', 'a', '--x', 'b c']]],
  ['A=1 b && c; d | e > f', [['b'], ['c'], ['d'], ['e']]],
  ['a \\\n  --b', [['a', '--b']]],
  ['a - <<X\nb: 1\nX\nc', [['a', '-'], ['c']]],
  ['for i in 1 2; do a $i; done', [['a', '$i']]],
  [
    '(cd x && go build)\nexport A=b',
    [
      ['cd', 'x'],
      ['go', 'build'],
      ['export', 'A=b'],
    ],
  ],
])('docs: the commands of %j are found', (script, words) => {
  expect(shellCommands(script)).toEqual(words);
});
