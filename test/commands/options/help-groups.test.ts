import { expect, test } from 'vitest';
import { assay } from '../../support/assay-in-process.ts';

/** The first words of the lines below each heading. */
async function partsOf(words: string): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { stdout } = await assay(words);
  return [...stdout.matchAll(/^([A-Z][a-z ]+):\n((?: .*\n)+)/gm)].map(
    ([, heading = '', body = '']) => [
      heading,
      [...body.matchAll(/^ {2}(?:-\w, )?(\S+)/gm)].map(([, name = '']) => name),
    ],
  );
}

test('help: the commands are grouped by what a user wants', async () => {
  const parts = await partsOf('--help');
  expect(parts.map(([heading]) => heading)).toEqual([
    'Options',
    'Check',
    'Find out',
    'Traffic',
    'Set up',
    'Practise',
    'Read',
    'Examples',
    'Exit codes',
  ]);
  const named = new Map(parts);
  expect(named.get('Check')).toEqual(['gate', 'conform', 'load']);
  expect(named.get('Read')).toEqual(expect.arrayContaining(['explain', 'list', 'help']));
});

test('help: the groups of load begin with its target', async () => {
  const parts = await partsOf('load --help');
  expect(parts.map(([heading]) => heading)).toEqual([
    'Target',
    'Workload',
    'Objectives',
    'Report',
    'Cost',
    'Cluster',
    'Options',
    'Examples',
  ]);
  expect(new Map(parts).get('Target')?.[0]).toBe('--target');
});

test.each(['gate', 'conform', 'load', 'capacity', 'compare', 'overhead', 'describe', 'explore'])(
  'help: every option of %s is in a group',
  async (command) => {
    const parts = new Map(await partsOf(`${command} --help`));
    expect(parts.get('Options')).toEqual(['--help']);
    expect(parts.get('Report')).toContain('--out');
  },
);

test('help: a command of few options has one list', async () => {
  const parts = await partsOf('explain --help');
  expect(parts.map(([heading]) => heading)).toEqual(['Arguments', 'Options', 'Examples']);
});
