import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { progress } from './load-once.ts';
import { MockServer } from './mock-server.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { median } from './row.ts';
import type { SpeedPlan, SpeedRun } from './speed-run.ts';

/**
 * How many streams of 32 events a second are received, with and without judging, on one core, on two,
 * and on all of them, by one engine and by one for each core: node bench/cores.ts [REPEATS]. The server
 * has the same cores. Linux only: cores are given by `taskset`.
 */

const SECONDS = 8;
const IN_FLIGHT = 64;
const REPEATS = Number(process.argv[2] ?? 3);
const RUN = fileURLToPath(new URL('speed-run.ts', import.meta.url));

interface Case {
  readonly cores: number;
  readonly engines: number;
  readonly judging: 'live' | 'none';
}

const CORES = [...new Set([1, 2, availableParallelism()])].filter(
  (cores) => cores <= availableParallelism(),
);
const CASES: readonly Case[] = CORES.flatMap((cores) =>
  [...new Set([1, Math.max(2, cores)])].flatMap((engines) =>
    (['live', 'none'] as const).map((judging) => ({ cores, engines, judging })),
  ),
);

process.env.ASSAY_ENGINE = await findEngine({ progress });
const cache = mkdtempSync(join(tmpdir(), 'assay-cores-'));
const server = await MockServer.start([]);
try {
  const runs = new Map<Case, SpeedRun[]>(CASES.map((each) => [each, []]));
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    for (const [each, results] of runs) {
      progress(`repeat ${repeat} of ${REPEATS}: ${JSON.stringify(each)}`);
      results.push(await onCores(each));
    }
  }
  console.log('cores engines judging  streams/s  engine µs  Node µs  judged in');
  for (const [{ cores, engines, judging }, results] of runs) {
    const middle = (of: (run: SpeedRun) => number) => median(results.map(of));
    const columns = [
      middle((run) => run.streams / run.seconds)
        .toFixed(0)
        .padStart(9),
      middle((run) => (run.engineCpuSeconds / run.streams) * 1e6)
        .toFixed(0)
        .padStart(9),
      middle((run) => run.nodeMicros)
        .toFixed(0)
        .padStart(7),
      `${middle((run) => run.behindSeconds).toFixed(1)} s`.padStart(10),
    ];
    console.log(
      [String(cores).padStart(5), String(engines).padStart(7), judging.padEnd(7), ...columns].join(
        '  ',
      ),
    );
  }
} finally {
  await server.stop();
  rmSync(cache, { recursive: true });
}

async function onCores({ cores, engines, judging }: Case): Promise<SpeedRun> {
  const list = `0-${cores - 1}`;
  execFileSync('taskset', ['-a', '-p', '-c', list, String(server.pid)], { stdio: 'ignore' });
  const { address } = server;
  const plan: SpeedPlan = {
    address,
    scenario: 'chat-stream',
    seconds: SECONDS,
    inFlight: IN_FLIGHT,
    engines,
    judging,
  };
  const command = [process.execPath, ...NODE_FLAGS, RUN, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)('taskset', ['-c', list, ...command], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  return JSON.parse(stdout);
}
