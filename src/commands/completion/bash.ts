import type { CommandWords } from './command-words.ts';

/** For `source`, or a file in bash_completion.d. Where no word is known, bash completes files. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const known = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values }) => `    '${name} ${flag}') words='${values.join(' ')}' ;;`),
  );
  const own = commands.map(({ name, options, values }) => {
    const flags = [...options.map(({ flag }) => flag), '--help'];
    return `      ${name}) values='${values.join(' ')}' flags='${flags.join(' ')}' ;;`;
  });
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
${known.join('\n')}
    *)
      case $command in
      '') values='${names}' flags='--help --version' ;;
${own.join('\n')}
      esac
      if [[ $word == -* ]]; then words=$flags; else words=$values; fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _assay assay
`;
}
