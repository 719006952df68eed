import type { CommandWords, OptionWords } from './command-words.ts';

/** For a file in fish/completions. Where no word is known, fish completes files. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  return [
    '# Completion of assay for fish.',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c assay -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(({ name, options, values }) => [
      ...(values.length === 0
        ? []
        : [`complete -c assay -f -n ${within(name)} -a ${quoted(values.join(' '))}`]),
      ...options.map((option) => `complete -c assay -n ${within(name)} ${optionPart(option)}`),
    ]),
    '',
  ].join('\n');
}

function optionPart({ flag, summary, takesValue, values }: OptionWords): string {
  const takes = takesValue ? ' -r' : '';
  const known = values.length === 0 ? '' : ` -f -a ${quoted(values.join(' '))}`;
  return `-l ${flag.slice(2)}${takes}${known} -d ${quoted(summary)}`;
}

function within(name: string): string {
  return quoted(`__fish_seen_subcommand_from ${name}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
