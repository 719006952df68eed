import { request } from 'undici';
import { z } from 'zod';
import { referenceProfile } from '../src/conformance/profiles/reference.ts';
import { readContract } from '../src/conformance/reading.ts';
import { findEngine } from '../src/load/engine-binary.ts';
import { runLoad } from '../src/load/run-load.ts';
import { WorkloadSchema } from '../src/load/workload.ts';
import { embedded } from '../src/target/embedded.ts';

/**
 * How far the engine's TTFT and ITL are from what the token clock of the reference gateway says
 * that it emitted: TTFT 50 ms, then 32 tokens 5 ms apart, 20 s at each rate.
 */

const RATES = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['50/s', '200/s'];

const FiguresSchema = z.object({ p50: z.number(), p99: z.number() });
const ClockSchema = z.object({ streams: z.number(), ttftMs: FiguresSchema, itlMs: FiguresSchema });

const progress = (line: string) => process.stderr.write(`${line}\n`);
const binary = await findEngine({ progress });
const reading = readContract(referenceProfile, []);

console.log(
  'rate    streams        measured p50 / p99     clock p50 / p99     error p50 / p99  (ms)',
);
for (const rate of RATES) await compare(rate);

async function compare(rate: string): Promise<void> {
  const target = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '50ms', '--itl', '5ms', '--tokens', '32'],
    progress,
  });
  try {
    const result = await runLoad({
      binary,
      workload: WorkloadSchema.parse({
        scenario: 'chat-stream',
        arrivalRate: rate,
        duration: '20s',
        inFlight: 1000,
        echoShare: 0,
      }),
      address: target.address,
      keys: target.keys,
      rules: [],
      reading,
      means: { secondKey: true },
      objectives: [],
      redact: (exchange) => exchange,
      signal: new AbortController().signal,
    });
    const { body } = await request(`${target.address}/__clock`);
    const clock = ClockSchema.parse(await body.json());
    const measure = result.measure.operations().get('chat')?.get('stream');
    if (measure === undefined) throw new Error('The run brought no streams.');
    for (const [name, histogram, truth] of [
      ['TTFT', measure.ttft, clock.ttftMs],
      ['ITL', measure.itl, clock.itlMs],
    ] as const) {
      const measured = { p50: histogram.percentile(50) ?? 0, p99: histogram.percentile(99) ?? 0 };
      const columns = [measured, truth, difference(measured, truth)].map(({ p50, p99 }) =>
        `${p50.toFixed(2)} / ${p99.toFixed(2)}`.padStart(19),
      );
      console.log(
        `${rate.padEnd(8)}${String(measure.good).padEnd(8)}${name.padEnd(5)}${columns.join(' ')}`,
      );
    }
  } finally {
    await target.stop();
  }
}

function difference(one: { p50: number; p99: number }, other: { p50: number; p99: number }) {
  return { p50: one.p50 - other.p50, p99: one.p99 - other.p99 };
}
