import type { Command, Option } from 'commander';
import { UsageError } from '../../input/usage-error.ts';

const NAME = 'upstream';

/** Makes each command that cannot be the provider of a gateway say which ones can. */
export function refuseUpstream(commands: readonly Command[]): void {
  const able = providers(commands);
  for (const command of commands.filter((each) => upstreamOption(each) === undefined)) {
    command.addOption(command.createOption(`--${NAME} [value]`).hideHelp());
    command.on(`option:${NAME}`, () => {
      throw new UsageError(
        `assay ${command.name()} has no --upstream: it cannot be the provider of a gateway. Remove it, or use one of ${able.join(', ')}.`,
      );
    });
  }
}

/** The names of those that can be the provider; the reference gateway only has the address of one. */
export function providers(commands: readonly Command[]): readonly string[] {
  return commands
    .filter((command) => upstreamOption(command)?.flags.includes('<host:port>') === true)
    .map((command) => command.name());
}

function upstreamOption({ options }: Command): Option | undefined {
  return options.find((option) => option.name() === NAME);
}
