import { bashCompletion } from './completion/bash.ts';
import { commandWords } from './completion/command-words.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { stdout } from './terminal/output.ts';

const SHELLS = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

export const completion = command({
  name: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  description:
    'Prints a script that completes commands, options and their values, such as ids of rules. It is for this version of Assay.',
  operands: [{ name: '<shell>', summary: 'your shell', choices: [...SHELLS.keys()] }],
  options: [],
  examples: [
    'source <(assay completion bash)',
    'source <(assay completion zsh)',
    'assay completion fish > ~/.config/fish/completions/assay.fish',
  ],
  async run(_options, [shell = ''], { commands }) {
    stdout().write(SHELLS.get(shell)?.(commandWords(commands)) ?? '');
    return EXIT.holds;
  },
});
