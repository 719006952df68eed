import type { Command } from '../options/command.ts';
import { flagOf, type Option } from '../options/option.ts';

/** What can follow `assay COMMAND`. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  /** Values of its operands; empty where a file may follow. */
  readonly values: readonly string[];
}

export interface OptionWords {
  /** Such as `--target`. */
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  /** Known values; empty where any value or file may follow. */
  readonly values: readonly string[];
}

/** All words of a command line, in the order of its help. */
export function commandWords(commands: readonly Command[]): readonly CommandWords[] {
  return commands.map(({ name, summary, options, operands = [] }) => ({
    name,
    summary,
    options: options.filter(({ isHidden }) => isHidden !== true).map(optionWords),
    values: name === 'help' ? commands.map((each) => each.name) : operands.flatMap(valuesOf),
  }));
}

function optionWords(one: Option): OptionWords {
  const { summary, flags } = one;
  return { flag: flagOf(one), summary, takesValue: flags.includes('<'), values: valuesOf(one) };
}

type Known = Pick<Option, 'choices' | 'shownChoices' | 'known'>;

function valuesOf({ choices, shownChoices, known }: Known): readonly string[] {
  return choices ?? shownChoices ?? known?.() ?? [];
}
