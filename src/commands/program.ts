import { Command } from 'commander';
import { ASSAY_VERSION } from '../report/assay-version.ts';
import * as commands from './index.ts';
import { exampleText } from './options/example-text.ts';
import { refuseRenamedFlags } from './options/renamed-flags.ts';
import { stderr, stdout } from './terminal/output.ts';

const EXIT_CODES = `
Exit codes:
  0    all that was asked for holds
  1    a must failed, or an SLO was missed
  2    inconclusive: the target was unreachable or died, a must could not be verified,
       or the generator was out of breath
  3    a mistake in the usage, the configuration or the harness
  130  interrupted; the partial report is written first
`;

/** The command line of Assay. Errors are thrown, so that one place gives the exit code. */
export const program = new Command('assay')
  .description(
    'Tells whether a multi-modal AI gateway keeps its contract, how much load it bears, and how gateways differ.',
  )
  .version(ASSAY_VERSION, '-V, --version', 'print the version')
  .helpCommand('help [command]', 'print the help of a command')
  .addHelpText(
    'after',
    exampleText([
      'assay gate',
      'assay gate --target http://127.0.0.1:8080/v1 --config assay.yaml',
      'assay explain chat-stream-done-once-last',
    ]) + EXIT_CODES,
  );

for (const command of Object.values(commands)) {
  refuseRenamedFlags(command);
  program.addCommand(command);
}
for (const command of [program, ...program.commands]) {
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout().write(text),
    writeErr: (text) => stderr().write(text),
  });
}
