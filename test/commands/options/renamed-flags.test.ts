import { expect, test } from 'vitest';
import { program, RENAMED_FLAGS } from '../../../src/commands/program.ts';
import { assay } from '../../support/assay-in-process.ts';

test.each(Object.entries(RENAMED_FLAGS))(
  'renamed flags: --%s is refused with its new name, --%s',
  async (former, present) => {
    const message = `--${former} is now called --${present}. Write --${present}.`;
    for (const words of [[`--${former}`, '5m'], [`--${former}=5m`], [`--${former}`]]) {
      const run = program.parseAsync(['capacity', ...words], { from: 'user' });
      await expect(run).rejects.toMatchObject({ name: 'UsageError', message });
    }
  },
);

test.each([['trace'], ['trace', 'azure.csv', '--out', 'trace.jsonl'], ['trace', '--help']])(
  'assay %s: says what does it now, with exit code 3',
  async (...words) => {
    const run = await assay(words);
    expect(run.stderr).toBe(
      'assay trace is gone. Write assay load --trace FILE.csv, which reads an Azure LLM inference trace as it is.\n',
    );
    expect(run.code).toBe(3);
  },
);

test('renamed flags: the help of a command shows the new names only', () => {
  const help = program.commands.find((command) => command.name() === 'capacity')?.helpInformation();
  expect(help).toContain('--time-limit <time>');
  expect(help).not.toMatch(/--(from|to|longest)\b/);
});
