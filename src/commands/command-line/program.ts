import { Command as Parser } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { TextPage } from '../../report/formats/text/text-page.ts';
import { ASSAY_VERSION } from '../../report/manifest.ts';
import { removeStaleFolders } from '../../target/temporary-folder.ts';
import * as commands from '../index.ts';
import { type Command, type CommandLine, exampleText, parserOf } from '../options/command.ts';
import { groupedCommands } from '../options/help-groups.ts';
import { safeMessage, usageMessage } from '../terminal/failure-message.ts';
import { stderr, stdout } from '../terminal/output.ts';
import { widthOf } from '../terminal/progress.ts';

const EXIT_CODES = {
  0: 'all checks passed',
  1: 'a required rule failed, or an objective was missed',
  2: 'inconclusive: the target was unreachable or gone, a required rule could not be verified, or the load generator could not keep up',
  3: 'a mistake in the usage or the configuration, or a failure of Assay',
  130: 'interrupted; the partial report is written first',
} as const;

function exitCodeText(): string {
  const page = new TextPage({ columns: widthOf(stdout()) ?? HELP_COLUMNS });
  const lines = Object.entries(EXIT_CODES).flatMap(([code, meaning]) =>
    page.wrap(`${code.padEnd(5)}${meaning}`, 2, 5),
  );
  return ['', 'Exit codes:', ...lines, ''].join('\n');
}

/** Width of the help that is not read on a terminal. */
const HELP_COLUMNS = 80;
/** Narrower descriptions of options are not wrapped. */
const LEAST_DESCRIPTION = 20;

/** The command line of Assay. Errors are thrown, so that one place gives the exit code. */
export const program = new Parser('assay')
  .description(
    'Checks whether a multi-modal AI gateway keeps its contract, finds the load that it sustains, and compares gateways.',
  )
  .version(ASSAY_VERSION, '-V, --version', 'print the version')
  // A command of ours takes its place, because it prints its own help for an unknown command.
  .helpCommand(false)
  .addHelpText(
    'after',
    () =>
      exampleText([
        'assay gate',
        'assay gate --target http://127.0.0.1:8080/v1 --config assay.yaml',
        'assay explain chat-stream-done-once-last',
      ]) + exitCodeText(),
  )
  .hook('preAction', () => removeStaleFolders());

const COMMANDS = Object.values<Command>(commands).toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
);

const cli: CommandLine = {
  commands: COMMANDS,
  showHelp(name) {
    (program.commands.find((each) => each.name() === name) ?? program).outputHelp();
  },
};

/** Former names of commands, each with what to write. */
const FORMER_COMMANDS = {
  trace: 'assay load --trace FILE.csv, which reads an Azure LLM inference trace as it is',
} as const;

for (const [name, present] of Object.entries(FORMER_COMMANDS)) {
  const parser = new Parser(name).helpOption(false).allowUnknownOption().allowExcessArguments();
  parser.action(() => {
    throw new UsageError(`assay ${name} is gone. Write ${present}.`);
  });
  program.addCommand(parser, { hidden: true });
}
for (const [heading, command] of groupedCommands(COMMANDS)) {
  program.addCommand(parserOf(command, cli).helpGroup(heading));
}
for (const parser of [program, ...program.commands]) {
  const name = parser === program ? program.name() : `${program.name()} ${parser.name()}`;
  parser
    .exitOverride()
    .configureHelp({ minWidthToWrap: LEAST_DESCRIPTION })
    .configureOutput({
      writeOut: (text) => stdout().write(text),
      writeErr: (text) => stderr().write(text),
      getOutHelpWidth: () => widthOf(stdout()) ?? HELP_COLUMNS,
      getErrHelpWidth: () => widthOf(stderr()) ?? HELP_COLUMNS,
      outputError: (text, write) => write(safeMessage(usageMessage(text, name))),
    });
}
