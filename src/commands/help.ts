import { Command } from 'commander';
import { didYouMean } from '../input/did-you-mean.ts';
import { UsageError } from '../input/usage-error.ts';
import { exampleText } from './options/example-text.ts';

export const help = new Command('help')
  .summary('print the help of a command')
  .description('Prints the help of a command, or of Assay.')
  .argument('[command]', 'a command; Assay itself when absent')
  .addHelpText('after', exampleText(['assay help gate']))
  .action((name: string | undefined, _options: unknown, command: Command) => {
    const program = command.parent ?? command;
    const known = program.commands.map((each) => each.name());
    const found = name === undefined ? program : program.commands[known.indexOf(name)];
    if (found !== undefined) return found.outputHelp();
    throw new UsageError(
      `Unknown command: ${name}.${didYouMean(name ?? '', known)} Commands: ${known.join(', ')}.`,
    );
  });
