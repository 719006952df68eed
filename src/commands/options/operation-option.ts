import { type Command, Option } from 'commander';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { SCENARIO_OF_OPERATION } from '../../load/scenarios/scenario-files.ts';

/** Options that name the traffic of a load: a scenario, or the operation of one. */
export interface TrafficOptions {
  readonly operation?: string;
  readonly scenario?: string;
}

export function withTrafficOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--operation <name>',
        `send only this: ${[...SCENARIO_OF_OPERATION.keys()].join(', ')}`,
      )
        .argParser(operation)
        .conflicts('scenario'),
    )
    .option('--scenario <name|file>', 'traffic to send (default: mixed)');
}

/** The named scenario, or that of the named operation. */
export function scenarioOf({ operation: name, scenario }: TrafficOptions): string | undefined {
  return name === undefined ? scenario : SCENARIO_OF_OPERATION.get(name);
}

function operation(name: string): string {
  const known = [...SCENARIO_OF_OPERATION.keys()];
  if (known.includes(name)) return name;
  throw new UsageError(
    `Unknown operation: ${name}.${didYouMean(name, known)} Operations: ${known.join(', ')}.`,
  );
}
