import { Argument, Command } from 'commander';
import { bashCompletion } from './completion/bash.ts';
import { type CommandWords, commandWords } from './completion/command-words.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { exampleText } from './options/example-text.ts';
import { stdout } from './terminal/output.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export const completion = new Command('completion')
  .summary('print a script that completes commands and options in a shell')
  .description(
    'Prints a script that completes commands, options and their values, such as ids of rules. It is for this version of Assay.',
  )
  .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
  .addHelpText(
    'after',
    exampleText([
      'source <(assay completion bash)',
      'source <(assay completion zsh)',
      'assay completion fish > ~/.config/fish/completions/assay.fish',
    ]),
  )
  .action((shell: keyof typeof SHELLS, _options: unknown, command: Command) => {
    const words: readonly CommandWords[] = commandWords(command.parent ?? command);
    stdout().write(SHELLS[shell](words));
  });
