import { Command } from 'commander';
import { ASSAY_VERSION } from '../report/assay-version.ts';
import { TextPage } from '../report/formats/text/text-page.ts';
import { removeStaleFolders } from '../target/temporary-folder.ts';
import * as commands from './index.ts';
import { exampleText } from './options/example-text.ts';
import { refuseEmptyValues } from './options/option-values.ts';
import { refuseUpstream } from './options/refuse-upstream.ts';
import { refuseRenamedFlags } from './options/renamed-flags.ts';
import { usageMessage } from './terminal/failure-message.ts';
import { stderr, stdout } from './terminal/output.ts';
import { widthOf } from './terminal/progress.ts';
import { safeMessage } from './terminal/safe-message.ts';

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
export const program = new Command('assay')
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
  .hook('preAction', (_program, command) => refuseEmptyValues(command))
  .hook('preAction', () => removeStaleFolders());

/** Such as `assay load`. */
function fullName(command: Command): string {
  return command === program ? program.name() : `${program.name()} ${command.name()}`;
}

refuseUpstream(Object.values(commands));
for (const command of Object.values(commands)) {
  refuseRenamedFlags(command);
  program.addCommand(command);
}
for (const command of [program, ...program.commands]) {
  command
    .exitOverride()
    .configureHelp({ minWidthToWrap: LEAST_DESCRIPTION })
    .configureOutput({
      writeOut: (text) => stdout().write(text),
      writeErr: (text) => stderr().write(text),
      getOutHelpWidth: () => widthOf(stdout()) ?? HELP_COLUMNS,
      getErrHelpWidth: () => widthOf(stderr()) ?? HELP_COLUMNS,
      outputError: (text, write) => write(safeMessage(usageMessage(text, fullName(command)))),
    });
}
