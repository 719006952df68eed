import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import { referenceProfile } from '../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../src/conformance/profiles/resolved-profile.ts';
import type { Rule } from '../src/conformance/rule.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { LoadJudge } from '../src/load/judging/load-judge.ts';
import type { LoadResult } from '../src/load/load-result.ts';
import { runLoad } from '../src/load/run-load.ts';
import { WorkloadSchema } from '../src/load/workload/workload.ts';
import { embedded } from '../src/target/embedded.ts';
import { median } from './row.ts';

/**
 * What judging costs: CPU of the judges an exchange, and what judging takes from the load when
 * gateway, engine and judges share the cores. Runs with and without judges alternate.
 */

const RATE = process.argv[2] ?? '400/s';
const ROUNDS = 3;
const RULES = CATALOGUE.map(({ rule }) => rule);
const PROFILE = resolveProfile(referenceProfile, RULES);
const CAPABILITIES = { secondKey: true };

const progress = (line: string) => process.stderr.write(`${line}\n`);
const binary = await findEngine({ progress });

const sample: Exchange[] = [];
const runs: { judged: boolean; result: LoadResult; cpuMs: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const judged of [true, false]) {
    progress(`round ${round + 1} of ${ROUNDS}, ${judged ? 'with' : 'without'} judges`);
    runs.push({ judged, ...(await load(judged ? RULES : [], round === 0 && judged)) });
  }
}

console.log(
  `cores ${availableParallelism()}, arrivals ${RATE}, scenario chat-stream, ${RULES.length} rules`,
);
console.log('judges   streams/s  e2e p50 ms  e2e p99 ms  Node CPU ms/stream');
for (const judged of [true, false]) {
  const chosen = runs.filter((run) => run.judged === judged);
  const e2e = chosen.map(({ result }) => streams(result).e2e);
  const columns = [
    median(chosen.map(({ result }) => (streams(result).good / result.durationMs) * 1000)).toFixed(
      0,
    ),
    median(e2e.map((histogram) => histogram.percentile(50) ?? 0)).toFixed(1),
    median(e2e.map((histogram) => histogram.percentile(99) ?? 0)).toFixed(1),
    median(chosen.map(({ cpuMs, result }) => cpuMs / result.exchanges)).toFixed(3),
  ];
  console.log(
    `${judged ? 'with   ' : 'without'}  ${columns.map((column) => column.padStart(10)).join(' ')}`,
  );
}
console.log(
  `judges alone: ${judgingMs(sample).toFixed(3)} ms CPU a stream (${sample.length} streams, warm)`,
);

async function load(rules: readonly Rule[], keep: boolean) {
  const target = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '50ms', '--itl', '5ms', '--tokens', '32'],
    progress,
  });
  try {
    const before = process.cpuUsage();
    const result = await runLoad({
      binary,
      workload: WorkloadSchema.parse({
        scenario: 'chat-stream',
        arrivalRate: RATE,
        duration: '10s',
        inFlight: 1000,
        echoShare: 0,
      }),
      address: target.address,
      keys: target.keys,
      rules,
      profile: PROFILE,
      capabilities: CAPABILITIES,
      objectives: [],
      observer: {
        record: ({ exchange }) => {
          if (keep) sample.push(exchange);
        },
      },
      signal: new AbortController().signal,
    });
    const { user, system } = process.cpuUsage(before);
    return { result, cpuMs: (user + system) / 1000 };
  } finally {
    await target.stop();
  }
}

/** CPU of the second pass over the same exchanges: the first one compiles. */
function judgingMs(exchanges: readonly Exchange[]): number {
  const [, second = 0] = [0, 1].map(() => {
    const judge = new LoadJudge(RULES, PROFILE, CAPABILITIES);
    const before = process.cpuUsage();
    for (const exchange of exchanges) judge.exchange({ ...exchange });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / exchanges.length;
  });
  return second;
}

function streams(result: LoadResult) {
  const measure = result.measure.operations().get('chat')?.get('stream');
  if (measure === undefined) throw new Error('The run brought no streams.');
  return measure;
}
