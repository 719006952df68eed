import { UsageError } from '../../../input/usage-error.ts';
import { type FileLine, linesOf, TRACE_LIMITS } from '../file-lines.ts';
import type { TraceLine } from './trace-line.ts';

const COLUMNS = ['TIMESTAMP', 'ContextTokens', 'GeneratedTokens'] as const;

/** `2023-11-16 18:15:46.6805900` or `2024-05-10 00:00:00.009930+00:00`; UTC by default. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Whether a file of `--trace` has lines of an Azure LLM inference trace. */
export function isAzureTrace(file: string): boolean {
  return /\.csv$/i.test(file);
}

/**
 * The lines of an Azure LLM inference trace (CSV: TIMESTAMP, ContextTokens, GeneratedTokens) as
 * lines of a trace. The first is at 0 ms.
 * @throws UsageError that names the first malformed line
 */
export async function* azureTrace(file: string): AsyncGenerator<TraceLine> {
  let places: readonly number[] | undefined;
  let firstMs: number | undefined;
  let previousMs = 0;
  for await (const line of linesOf(file, TRACE_LIMITS)) {
    const cells = line.text.split(',').map((cell) => cell.trim());
    if (places === undefined) {
      places = placesIn(cells, file);
      continue;
    }
    const [moment = '', context, generated] = places.map((place) => cells[place]);
    const atMs = millisecondsOf(moment);
    if (atMs === undefined) throw malformed(file, line, `has no time: ${moment}`);
    firstMs ??= atMs;
    if (atMs < (previousMs || firstMs)) {
      throw malformed(file, line, 'is before the line above it: sort the lines by TIMESTAMP');
    }
    previousMs = atMs;
    yield {
      // Microseconds: further digits are rounding errors.
      timestamp: Math.round((atMs - firstMs) * 1000) / 1000,
      input_length: tokensOf(context, file, line),
      output_length: tokensOf(generated, file, line),
    };
  }
}

function placesIn(head: readonly string[], file: string): readonly number[] {
  const places = COLUMNS.map((name) => head.indexOf(name));
  if (!places.includes(-1)) return places;
  throw new UsageError(
    `File is not an Azure LLM inference trace: ${file}. Its first line must name ${COLUMNS.join(',')}.`,
  );
}

function millisecondsOf(moment: string): number | undefined {
  const [, day, time, fraction = '', zone = 'Z'] = MOMENT.exec(moment) ?? [];
  const ms = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms + Number(`0${fraction}`) * 1000;
}

function tokensOf(cell: string | undefined, file: string, line: FileLine): number {
  if (cell !== undefined && /^\d{1,7}$/.test(cell)) return Number(cell);
  throw malformed(file, line, `has no number of tokens: ${cell ?? 'the column is missing'}`);
}

function malformed(file: string, { number }: FileLine, what: string): UsageError {
  return new UsageError(`Trace is malformed: ${file}. Line ${number} ${what}.`);
}
