import type { Command } from 'commander';
import { UsageError } from '../../input/usage-error.ts';

/** Former names of options, each with the present one. */
export const RENAMED_FLAGS = {
  from: 'start-rate',
  longest: 'time-limit',
  to: 'max-rate',
} as const;

/** Makes each command that has a renamed option refuse its former name with the present one. */
export function refuseRenamedFlags(command: Command): void {
  for (const [former, present] of Object.entries(RENAMED_FLAGS)) {
    const has = (name: string) => command.options.some((option) => option.name() === name);
    if (!has(present) || has(former)) continue;
    command.addOption(command.createOption(`--${former} [value]`).hideHelp());
    command.on(`option:${former}`, () => {
      throw new UsageError(`--${former} is now called --${present}. Write --${present}.`);
    });
  }
}
