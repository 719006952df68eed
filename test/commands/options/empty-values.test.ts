import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { program } from '../../../src/commands/command-line/program.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const cwd = await testFolder('empty');

const SHOWN = program.createHelp().visibleCommands(program);

test.each(SHOWN.map((command) => ({ command, name: command.name() })))(
  'assay $name: no option accepts an empty value',
  async ({ command, name }) => {
    for (const option of command.options.filter(({ required }) => required)) {
      const args = [name, ...argumentsOf(command), `--${option.name()}`, ''];
      expect(await assay(args, { cwd }), args.join(' ')).toMatchObject({ code: 3, stdout: '' });
    }
  },
);

test('assay conform --out "": the message says what to do, and the working directory stays empty', async () => {
  const run = await assay(['conform', '--out', ''], { cwd });
  expect(run.stderr).toBe(
    '--out needs a value; got "". If the value is a shell variable, set it; else remove --out.\n',
  );
  expect(await readdir(cwd)).toEqual([]);
});

test.each([
  ['explain ', /^Argument 1 of assay explain is empty\. If it is a shell variable/],
  [['compare', 'embedded', ' '], /^Argument 2 of assay compare is empty\./],
])('assay %s: an empty argument is reported with exit code 3', async (words, message) => {
  await expectRefused(words, message);
});

/** Arguments that are read after the options. */
function argumentsOf({ registeredArguments }: (typeof program.commands)[number]): string[] {
  const [first] = registeredArguments;
  if (first?.required !== true) return [];
  return first.variadic ? ['nowhere', 'elsewhere'] : [first.argChoices?.[0] ?? 'nowhere'];
}
