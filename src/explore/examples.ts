import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Found } from './explore.ts';
import { PROGRAM } from './program.ts';

/** Raised when a program means something else. */
const VERSION = 1;

const LINE = z.strictObject({
  version: z.literal(VERSION),
  rule: z.string(),
  /** Such as `10 of 10`. */
  fails: z.string(),
  program: PROGRAM,
});

export interface Examples {
  readonly found: readonly Found[];
  /** What is wrong with lines that are ignored, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * The programs of a file with a line for each.
 * @throws as `readFile`
 */
export async function readExamples(file: string): Promise<Examples> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const read = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [readLine(line, `${file}:${at + 1}`)],
  );
  return {
    found: read.flatMap((each) => (typeof each === 'string' ? [] : [each])),
    problems: read.filter((each) => typeof each === 'string'),
  };
}

function readLine(line: string, place: string): Found | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return `Example is not JSON and is ignored: ${place}. Remove the line.`;
  }
  const parsed = LINE.safeParse(json);
  if (parsed.success) return parsed.data;
  const version = z.object({ version: z.number() }).safeParse(json).data?.version;
  const why =
    version === undefined || version === VERSION
      ? 'is malformed'
      : `has version ${version}, not ${VERSION},`;
  return `Example ${why} and is ignored: ${place}. Remove the line; the next exploration may find it again.`;
}

/** Adds a line for each that the file does not have. */
export async function addExamples(
  file: string,
  known: readonly Found[],
  found: readonly (Found & { readonly failed: number; readonly replays: number })[],
): Promise<void> {
  const had = new Set(known.map(nameOf));
  const lines = found
    .filter((each) => !had.has(nameOf(each)))
    .map(({ rule, program, failed, replays }) =>
      JSON.stringify({ version: VERSION, rule, fails: `${failed} of ${replays}`, program }),
    );
  if (lines.length > 0) await appendFile(file, `${lines.join('\n')}\n`);
}

function nameOf({ rule, program }: Found): string {
  return JSON.stringify([rule, program]);
}
