import type { CommandWords } from './command-words.ts';

/** For `source`, or a file `_assay` in a folder of fpath. Where no word is known, zsh completes files. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const known = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ flag, values }) => `    ${quoted(`${name} ${flag}`)}) values=(${values.join(' ')}) ;;`,
      ),
  );
  const own = commands.map(({ name, options, values }) => {
    const flags = [...options.map(({ flag }) => flag), '--help'];
    return `    ${name}) values=(${values.join(' ')}) flags=(${flags.join(' ')}) ;;`;
  });
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
${known.join('\n')}
    *)
      case $command in
${own.join('\n')}
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
