import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { command } from '../options/command.ts';
import { EXIT } from '../options/exit-codes.ts';

export const help = command({
  name: 'help',
  summary: 'print the help of a command',
  description: 'Prints the help of a command, or of Assay.',
  operands: [{ name: '[command]', summary: 'a command; Assay itself when absent' }],
  options: [],
  examples: ['assay help gate'],
  async run(_options, [name], { commands, showHelp }) {
    const known = commands.map((each) => each.name);
    if (name !== undefined && !known.includes(name)) {
      throw new UsageError(
        `Unknown command: ${name}.${didYouMean(name, known)} Commands: ${known.join(', ')}.`,
      );
    }
    showHelp(name);
    return EXIT.holds;
  },
});
