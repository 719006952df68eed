import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { listK6Outputs } from '../../load/engine/k6-outputs.ts';
import { requireWritable } from './recording-files.ts';

/** Outputs that write a file. */
const FILE_OUTPUT = /^(?:json|csv)=([^=]+)$/;

/**
 * Checks, before anything is sent, that an engine has the configured outputs.
 * @param named with `--k6-out`; without it k6 uses those of K6_OUT
 * @throws UsageError that names the nearest output
 */
export async function requireOutputs(
  engine: string,
  named: readonly string[] | undefined,
): Promise<void> {
  const outputs = named ?? (process.env.K6_OUT || undefined)?.split(',') ?? [];
  if (outputs.length === 0) return;
  const known = await listK6Outputs(engine);
  for (const output of outputs) {
    const [name = ''] = output.split('=');
    if (known?.includes(name) === false) {
      throw new UsageError(
        `Unknown output of k6: ${name || '""'} in ${named === undefined ? 'K6_OUT' : '--k6-out'}.${didYouMean(name, known)} Outputs of the engine: ${known.join(', ')}.`,
      );
    }
    const [, file] = FILE_OUTPUT.exec(output) ?? [];
    if (file !== undefined) await requireWritable('Output of k6', file);
  }
}
