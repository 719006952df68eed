import { loadScript } from '../load/load-script.ts';
import { offeredWorkload } from '../load/offered-mix.ts';
import { UsageError } from '../words/usage-error.ts';
import { chooseReadingUnseen } from './choose-reading.ts';
import { readConfiguration } from './configuration.ts';
import { EXIT } from './exit-codes.ts';
import { type LoadOptions, overridesOf, type RunOptions } from './run-options.ts';

/**
 * Prints the load as a script for the engine, and sends nothing, not even to learn what the
 * target is.
 * @throws BundleFailure, UsageError
 */
export async function emitScript(options: RunOptions & LoadOptions): Promise<number> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const address = configuration.target;
  if (!/^https?:/.test(address)) {
    throw new UsageError(
      `--emit needs a gateway that is there when the script runs: ${address} is not. Give its address with --target.`,
    );
  }
  const reading = await chooseReadingUnseen(configuration);
  const { workload } = offeredWorkload(configuration.workload, reading);
  const script = await loadScript({ workload, address, expect: reading.expect });
  process.stdout.write(script);
  return EXIT.holds;
}
