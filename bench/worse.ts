import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ComparisonSchema } from '../src/report/schema/comparison.ts';
import { embedded } from '../src/target/embedded.ts';
import type { Target } from '../src/target/target.ts';
import { progress } from './load-once.ts';

/**
 * How often `assay compare --load` is right: two builds of the reference gateway that send the first
 * token after 20 ms are the same, and one that takes 22 ms is worse.
 *
 * node bench/worse.ts [--runs 20] [--results bench/worse.ndjson]
 *
 * With `--results`, each run is appended to the file, and the runs in it are not repeated.
 */

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const LONGEST_S = 90;

const CASES = [
  { name: '+0 ms', ttft: '20ms', expected: 'same' },
  { name: '+2 ms', ttft: '22ms', expected: 'worse' },
] as const;

const RunSchema = z.object({
  case: z.string(),
  seed: z.number(),
  word: z.string(),
  /** That of the median TTFT. */
  ttftWord: z.string(),
  deltaMs: z.number().nullable(),
  seconds: z.number(),
});

type Run = z.infer<typeof RunSchema>;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    results: { type: 'string' },
    'arrival-rate': { type: 'string', default: '40/s' },
    duration: { type: 'string', default: '30s' },
  },
});

const results = await earlierRuns(options.results);
for (let seed = 1; seed <= Number(options.runs); seed += 1) {
  for (const { name, ttft } of CASES) {
    if (results.some((run) => run.case === name && run.seed === seed)) continue;
    const run = await compareOnce(name, ttft, seed);
    results.push(run);
    if (options.results !== undefined)
      await appendFile(options.results, `${JSON.stringify(run)}\n`);
    console.log(
      `${name}, run ${seed}: ${run.word}, TTFT p50 ${run.ttftWord} (${run.deltaMs?.toFixed(2)} ms), ${run.seconds.toFixed(0)} s`,
    );
  }
}
for (const { name, expected } of CASES) {
  const runs = results.filter((run) => run.case === name);
  const right = runs.filter(({ word }) => word === expected).length;
  const ttftRight = runs.filter(({ ttftWord }) => ttftWord === expected).length;
  const longest = Math.max(...runs.map(({ seconds }) => seconds));
  console.log(
    `${name}: ${expected} in ${right} of ${runs.length}, TTFT p50 in ${ttftRight}; longest run ${longest.toFixed(0)} s (limit ${LONGEST_S} s)`,
  );
}

async function earlierRuns(file: string | undefined): Promise<Run[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => RunSchema.parse(JSON.parse(line)));
}

async function compareOnce(name: string, ttft: string, seed: number): Promise<Run> {
  const before = await gateway('20ms');
  const after = await gateway(ttft);
  const out = await mkdtemp(join(tmpdir(), 'assay-bench-worse-'));
  const startMs = performance.now();
  try {
    const load = ['--scenario', 'chat-stream', '--arrival-rate', options['arrival-rate']];
    const subjects = [`before=${before.address}`, `after=${after.address}`];
    const settings = ['--load', '--duration', options.duration, '--seed', String(seed)];
    const command = ['compare', ...subjects, ...settings, ...load, '--out', out];
    const child = spawn(process.execPath, [ASSAY, ...command, '--quiet'], {
      env: {
        ...process.env,
        ASSAY_API_KEY_BEFORE: before.keys.first,
        ASSAY_API_KEY_AFTER: after.keys.first,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const seconds = (performance.now() - startMs) / 1000;
    const text = await readFile(join(out, 'compare.json'), 'utf8');
    const { performance: compared } = ComparisonSchema.parse(JSON.parse(text));
    const ttftRow = compared?.rows.find(
      ({ metric, statistic }) => metric === 'ttft' && statistic === 'p50',
    );
    return {
      case: name,
      seed,
      word: compared?.words[0] ?? 'none',
      ttftWord: ttftRow?.changes[0]?.word ?? 'none',
      deltaMs: ttftRow?.changes[0]?.delta ?? null,
      seconds,
    };
  } finally {
    await rm(out, { recursive: true });
    await before.stop();
    await after.stop();
  }
}

function gateway(ttft: string): Promise<Target> {
  return embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', ttft],
    progress,
  });
}
