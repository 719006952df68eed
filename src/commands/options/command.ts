import { Argument, Option as Flag, Command as Parser } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { groupedOptions } from './help-groups.ts';
import { flagOf, type Option, type OptionsOf, refuseConflicts, refuseIdle } from './option.ts';

/** A command of Assay: what its help, its completion and its parser know, and what it runs. */
export interface Command<Options extends readonly Option[] = readonly Option[]> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly operands?: readonly Operand[];
  readonly options: Options;
  /** Lines that can be copied. */
  readonly examples: readonly string[];
  /**
   * @returns the exit code
   * @throws UsageError and others
   */
  run(options: OptionsOf<Options>, operands: readonly string[], cli: CommandLine): Promise<number>;
}

/** A word after the options. */
export interface Operand {
  /** As in the help: `<file>`, `[file]` where it may be absent, `<files...>` for several. */
  readonly name: string;
  readonly summary: string;
  readonly fallback?: string;
  /** The only values. */
  readonly choices?: readonly string[];
  /** Known values for help and completion, where the command has a message of its own for others. */
  readonly shownChoices?: readonly string[];
  /** Known values for completion, where the help would be too long. */
  known?(): readonly string[];
}

/** The command line that a command is part of. */
export interface CommandLine {
  readonly commands: readonly Command[];
  /** Prints the help of a command, or of Assay without one. */
  showHelp(name?: string): void;
}

/** Infers the types of the values from the options. */
export function command<const Options extends readonly Option[]>(
  data: Command<Options>,
): Command<Options> {
  return data;
}

/** The parser of a command, with its help. */
export function parserOf(data: Command, cli: CommandLine): Parser {
  const { name, summary, description, operands = [], options, examples } = data;
  const parser = new Parser(name)
    .summary(summary)
    .description(description)
    .addHelpText('after', exampleText(examples));
  for (const operand of operands) parser.addArgument(argumentOf(operand));
  for (const [heading, one] of groupedOptions(options)) {
    const flag = flagFor(one);
    parser.addOption(heading === undefined ? flag : flag.helpGroup(heading));
  }
  return parser.action(async () => {
    const given = parser.opts();
    refuseEmptyValues(parser);
    refuseConflicts(options, given, parser.parent?.args ?? []);
    refuseIdle(options, given);
    const words = operands.flatMap(({ fallback }, at) => parser.args[at] ?? fallback ?? []);
    const all = [...words, ...parser.args.slice(operands.length)];
    // Commands leave their exit code there.
    process.exitCode = await data.run(given, all, cli);
  });
}

/** The block of copy-paste examples that ends the help of every command. */
export function exampleText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}

function argumentOf({ name, summary, fallback, choices, shownChoices }: Operand): Argument {
  const argument = new Argument(name, summary);
  if (fallback !== undefined) argument.default(fallback);
  if (choices !== undefined) argument.choices(choices);
  if (shownChoices !== undefined) argument.choices(shownChoices).argParser((text) => text);
  return argument;
}

function flagFor(one: Option): Flag {
  const { flags, summary, fallback, choices, shownChoices, isHidden } = one;
  const flag = new Flag(flags, summary);
  if (choices !== undefined) flag.choices(choices);
  if (shownChoices !== undefined) flag.choices(shownChoices);
  const { read } = one;
  if (read !== undefined) {
    flag.argParser((text: string, previous: unknown) => read(flagOf(one), text, previous));
  }
  if (fallback !== undefined) flag.default(fallback.value, fallback.shown);
  return isHidden === true ? flag.hideHelp() : flag;
}

/**
 * An empty value is usually a shell variable that is not set, as in `--out "$REPORTS"`. As a path it
 * would mean the working directory.
 * @throws UsageError for an option or an argument without text
 */
function refuseEmptyValues(parser: Parser): void {
  for (const flag of parser.options) {
    const values: unknown = parser.getOptionValue(flag.attributeName());
    if ([values].flat().some(isEmpty)) {
      throw new UsageError(
        `--${flag.name()} needs a value; got "". If the value is a shell variable, set it; else remove --${flag.name()}.`,
      );
    }
  }
  const at = parser.args.findIndex(isEmpty);
  if (at >= 0) {
    throw new UsageError(
      `Argument ${at + 1} of assay ${parser.name()} is empty. If it is a shell variable, set it; else remove it.`,
    );
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
