import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../../input/did-you-mean.ts';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import { writeWhole } from '../../input/write-files.ts';
import { makeTemporaryFolder } from '../../target/temporary-folder.ts';
import { CATALOGUED } from '../scenarios/scenario-files.ts';
import { type FileLine, linesOf, TRACE_LIMITS } from './file-lines.ts';
import { MOST_TOKENS } from './lengths.ts';
import type { Workload } from './workload.ts';

const TokensSchema = z.int().min(0).max(MOST_TOKENS);

/**
 * One arrival of a trace, with the names of Mooncake's traces, which AIPerf replays, too. Further
 * members, such as `hash_ids`, are ignored.
 */
export const TraceLineSchema = z.looseObject({
  timestamp: z.number().min(0).describe('in ms; the load starts with the first line'),
  input_length: TokensSchema.optional().describe('tokens of the prompt'),
  output_length: TokensSchema.optional().describe('limit of the tokens of the answer'),
  scenario: z.string().min(1).optional().describe('the scenario to send, in mixed'),
});

export type TraceLine = z.output<typeof TraceLineSchema>;

export interface TraceSummary {
  readonly arrivals: number;
  /** From the first arrival to the last, in the trace. */
  readonly lengthMs: number;
}

/**
 * Reads a trace to its end, so that a mistake in it is reported before anything is sent. The engine
 * reads the file again.
 * @throws UsageError that names the first malformed line
 */
export async function readTrace(file: string): Promise<TraceSummary> {
  let arrivals = 0;
  let firstMs = 0;
  let lastMs = 0;
  for await (const { timestamp } of isAzureTrace(file) ? azureTrace(file) : traceLines(file)) {
    if (arrivals === 0) firstMs = timestamp;
    lastMs = timestamp;
    arrivals += 1;
  }
  if (arrivals === 0)
    throw new UsageError(
      `Trace has no arrivals: ${file}. It needs at least one line with a timestamp.`,
    );
  return { arrivals, lengthMs: lastMs - firstMs };
}

async function* traceLines(file: string): AsyncGenerator<TraceLine> {
  let lastMs = 0;
  for await (const line of linesOf(file, TRACE_LIMITS)) {
    const parsed = parseLine(line, file);
    const { timestamp, scenario } = parsed;
    if (timestamp < lastMs) {
      throw malformed(
        file,
        line,
        `has timestamp ${timestamp}, which is before ${lastMs} of the line above it. Sort the file by its timestamps.`,
      );
    }
    if (scenario !== undefined && !CATALOGUED.includes(scenario)) {
      const hint = didYouMean(scenario, CATALOGUED);
      throw malformed(file, line, `names an unknown scenario: ${scenario}.${hint}`);
    }
    lastMs = timestamp;
    yield parsed;
  }
}

function parseLine(line: FileLine, file: string): TraceLine {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    throw malformed(file, line, 'is not JSON.');
  }
  const parsed = TraceLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problem = firstProblem(TraceLineSchema, parsed.error, value);
  throw malformed(file, line, `is malformed. ${problem}`);
}

function malformed(file: string, { number }: FileLine, what: string): UsageError {
  return new UsageError(`Trace is malformed: ${file}. Line ${number} ${what}`);
}

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
    if (atMs === undefined) throw malformed(file, line, `has no time: ${moment}.`);
    firstMs ??= atMs;
    if (atMs < (previousMs || firstMs)) {
      throw malformed(file, line, 'is before the line above it: sort the lines by TIMESTAMP.');
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
  throw malformed(file, line, `has no number of tokens: ${cell ?? 'the column is missing'}.`);
}

/**
 * Does the work with a trace that the engine can read: it takes JSONL, and an Azure trace is CSV.
 * @throws UsageError that names the first malformed line
 */
export async function withReplayableTrace<T>(
  workload: Workload,
  work: (workload: Workload) => Promise<T>,
): Promise<T> {
  const { trace } = workload;
  if (trace === undefined || !isAzureTrace(trace.file)) return await work(workload);
  const folder = await makeTemporaryFolder('run');
  try {
    const file = join(folder, 'trace.jsonl');
    await writeWhole(file, jsonLines(trace.file));
    return await work({ ...workload, trace: { ...trace, file } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* jsonLines(file: string): AsyncGenerator<string> {
  for await (const line of azureTrace(file)) yield `${JSON.stringify(line)}\n`;
}
