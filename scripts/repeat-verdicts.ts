import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { keepBusy } from './busy-machine.ts';
import { compareVerdicts, steadinessLines, type VerdictList } from './verdict-lists.ts';

/**
 * Runs `assay conform` several times against one target while every core is busy, and compares the
 * verdict lists. Exit code 0: all are identical; 1: they differ; 2: a run has no report; 3: wrong use.
 *
 * `npm run repeat-verdicts -- [--runs 20] [--busy 2] [-- OPTIONS OF assay conform]`
 */

const ASSAY = join(import.meta.dirname, '..', 'bin', 'assay.js');
const ReportSchema = z.object({
  rules: z.array(z.object({ id: z.string(), verdict: z.string(), reason: z.string().optional() })),
});

interface Options {
  readonly runs: number;
  /** Busy processes for each core. */
  readonly busy: number;
  /** Handed on to `assay conform`. */
  readonly conform: readonly string[];
}

const options = readOptions();
if (options === undefined) process.exitCode = 3;
else process.exitCode = await repeat(options);

/** @returns the exit code */
async function repeat({ runs, busy, conform }: Options): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-repeat-'));
  const cores = availableParallelism();
  say(`${runs} runs of: assay conform ${conform.join(' ')}`);
  say(`Beside ${busy * cores} busy processes on ${cores} cores. Reports: ${folder}`);
  const lists: VerdictList[] = [];
  const machine = await keepBusy(busy);
  try {
    for (let run = 1; run <= runs; run += 1) lists.push(await verdictsOf(run, folder, conform));
  } finally {
    await machine.stop();
  }
  const steadiness = compareVerdicts(lists);
  for (const line of steadinessLines(steadiness)) say(line);
  if (lists.some((list) => list.length === 0)) return 2;
  return steadiness.unsteady.length > 0 ? 1 : 0;
}

/** The verdicts of one run; none when it wrote no report. */
async function verdictsOf(
  run: number,
  folder: string,
  conform: readonly string[],
): Promise<VerdictList> {
  const out = join(folder, `run-${run}`);
  const child = spawn(
    process.execPath,
    [ASSAY, 'conform', ...conform, '--quiet', '--format', 'json', '--out', out],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const beganMs = performance.now();
  const [code] = await once(child, 'exit');
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  say(`run ${run}: exit code ${code}, ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}`);
  try {
    return ReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).rules;
  } catch (error) {
    say(`run ${run} has no report: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** What the command line asks for; undefined when it is wrong, which has been said. */
function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '20' },
        busy: { type: 'string', default: '2' },
      },
    });
    const [runs, busy] = [wholeNumber('--runs', values.runs), wholeNumber('--busy', values.busy)];
    return { runs, busy, conform: positionals };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

/** @throws Error that names the option and the value */
function wholeNumber(option: string, text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new Error(`${option} needs a whole number up to 999; got ${JSON.stringify(text)}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
