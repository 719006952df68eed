import { access, constants, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import { listK6Outputs } from '../../load/engine/k6-outputs.ts';
import { enginesFor, enginesForCores } from '../../load/engine/segments.ts';
import { MOST_SEGMENTS, type RecordingOptions } from '../options/load-options.ts';

/** Where a recording is, for who started the load. */
export function recordingSentence(file: string): string {
  return `Recording: ${file} contains complete requests and answers. Protect it as you protect those.`;
}

/** Outputs of k6 that two engines cannot share: they write a file or listen on a port. */
const SINGLE_OUTPUT = /^(json|csv|web-dashboard)\b/;

/**
 * How many engines share a load: unless the user says it, as many as keep each of them small, with
 * `auto` at least as many as the cores keep busy, and one where several would write the same file, or listen on the same port.
 */
export function segmentsOf(
  { segments }: RecordingOptions,
  k6Outputs: readonly string[],
  inFlight: number,
  cores: number = availableParallelism(),
): number {
  if (typeof segments === 'number') return segments;
  if (k6Outputs.some((output) => SINGLE_OUTPUT.test(output))) return 1;
  const forCores = segments === 'auto' ? enginesForCores(cores, inFlight) : 1;
  return Math.min(Math.max(enginesFor(inFlight), forCores), MOST_SEGMENTS);
}

/** @throws UsageError when several engines would write the same file, or listen on the same port */
export function refuseSharedOutput({
  segments = 1,
  k6Out = [],
}: RecordingOptions & { readonly k6Out?: readonly string[] }): void {
  const startsSeveral = segments !== 'auto' && segments > 1;
  const shared = startsSeveral ? k6Out.find((output) => SINGLE_OUTPUT.test(output)) : undefined;
  if (shared === undefined) return;
  throw new UsageError(
    `--k6-out ${shared} cannot be shared by several engines, and --segments ${segments} starts several. Remove one of them, or choose another output, such as opentelemetry.`,
  );
}

/** @throws UsageError when the recording cannot be written: checked before the run */
export async function requireRecordable({ record }: RecordingOptions): Promise<void> {
  if (record !== undefined) await requireWritable('Recording', record);
}

/** @throws UsageError when a file cannot be written: checked before the run */
async function requireWritable(what: string, file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) throw new Error('It is a folder.');
  } catch (cause) {
    throw new UsageError(
      `${what} cannot be written: ${file}. Name a file in a folder that exists and is writable.`,
      { cause },
    );
  }
}

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
