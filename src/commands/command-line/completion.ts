import { UsageError } from '../../input/usage-error.ts';
import { type Command, command } from '../options/command.ts';
import { EXIT } from '../options/exit-codes.ts';
import { flagOf, type Option } from '../options/option.ts';
import { stdout } from '../terminal/output.ts';

const SHELLS = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

const KNOWN = [...SHELLS.keys()];

export const completion = command({
  name: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  description:
    'Prints a script that completes commands, options and their values, such as ids of rules. It is for this version of Assay.',
  operands: [{ name: '<shell>', summary: 'your shell', shownChoices: KNOWN }],
  options: [],
  examples: [
    'source <(assay completion bash)',
    'source <(assay completion zsh)',
    'assay completion fish > ~/.config/fish/completions/assay.fish',
  ],
  async run(_options, [shell = ''], { commands }) {
    const script = SHELLS.get(shell);
    if (script === undefined) {
      throw new UsageError(`Unknown shell: ${shell}. Known: ${KNOWN.join(', ')}.`);
    }
    stdout().write(script(commandWords(commands)));
    return EXIT.holds;
  },
});

/** What can follow `assay COMMAND`. */
interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  /** Values of its operands; empty where a file may follow. */
  readonly values: readonly string[];
}

interface OptionWords {
  /** Such as `--target`. */
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  /** Known values; empty where any value or file may follow. */
  readonly values: readonly string[];
}

/** All words of a command line, in the order of its help. */
function commandWords(commands: readonly Command[]): readonly CommandWords[] {
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

/**
 * The cases of a shell: what follows each option that takes a value, and each command.
 * @param list an array of words, as the shell writes it
 */
function casesOf(
  commands: readonly CommandWords[],
  variable: string,
  list: (words: readonly string[]) => string,
) {
  const known = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values }) => `    '${name} ${flag}') ${variable}=${list(values)} ;;`),
  );
  const own = commands.map(({ name, options, values }) => {
    const flags = [...options.map(({ flag }) => flag), '--help'];
    return `      ${name}) values=${list(values)} flags=${list(flags)} ;;`;
  });
  return { known: known.join('\n'), own: own.join('\n') };
}

/** For `source`, or a file in bash_completion.d. Where no word is known, bash completes files. */
function bashCompletion(commands: readonly CommandWords[]): string {
  const { known, own } = casesOf(commands, 'words', (words) => `'${words.join(' ')}'`);
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of assay for bash.
_assay() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command= each
  local words= values= flags=
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $each in
    -*) ;;
    *)
      command=$each
      break
      ;;
    esac
  done
  case "$command $before" in
${known}
    *)
      case $command in
      '') values='${names}' flags='--help --version' ;;
${own}
      esac
      if [[ $word == -* ]]; then words=$flags; else words=$values; fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _assay assay
`;
}

/** For `source`, or a file `_assay` in a folder of fpath. Where no word is known, zsh completes files. */
function zshCompletion(commands: readonly CommandWords[]): string {
  const { known, own } = casesOf(commands, 'values', (words) => `(${words.join(' ')})`);
  const names = commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`);
  return `#compdef assay
# Completion of assay for zsh.
_assay() {
  local command=\${\${(@)words[2,CURRENT-1]:#-*}[1]} before=$words[CURRENT-1]
  local -a values flags commands
  if [[ -z $command ]]; then
    commands=(
${names.join('\n')}
    )
    _describe command commands
    return
  fi
  case "$command $before" in
${known}
    *)
      case $command in
${own}
      esac
      ;;
  esac
  [[ $words[CURRENT] == -* ]] && compadd -- $flags && return
  if (( $#values )); then compadd -- $values; else _files; fi
}
if [[ $funcstack[1] == _assay ]]; then _assay "$@"; else compdef _assay assay; fi
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** For a file in fish/completions. Where no word is known, fish completes files. */
function fishCompletion(commands: readonly CommandWords[]): string {
  return [
    '# Completion of assay for fish.',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c assay -f -n __fish_use_subcommand -a ${name} -d ${inFish(summary)}`,
    ),
    ...commands.flatMap(({ name, options, values }) => [
      ...(values.length === 0
        ? []
        : [`complete -c assay -f -n ${within(name)} -a ${inFish(values.join(' '))}`]),
      ...options.map((option) => `complete -c assay -n ${within(name)} ${optionPart(option)}`),
    ]),
    '',
  ].join('\n');
}

function optionPart({ flag, summary, takesValue, values }: OptionWords): string {
  const takes = takesValue ? ' -r' : '';
  const known = values.length === 0 ? '' : ` -f -a ${inFish(values.join(' '))}`;
  return `-l ${flag.slice(2)}${takes}${known} -d ${inFish(summary)}`;
}

function within(name: string): string {
  return inFish(`__fish_seen_subcommand_from ${name}`);
}

function inFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
