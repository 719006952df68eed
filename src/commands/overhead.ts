import { parseArrivalRate } from '../input/arrival-rate.ts';
import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';
import { LEAST_BLOCKS } from '../measure/change/percentile-change.ts';
import {
  type OverheadObjective,
  parseOverheadObjective,
} from '../measure/overhead/overhead-objective.ts';
import { command } from './options/command.ts';
import { option, withFallback } from './options/option.ts';
import { count } from './options/read.ts';
import { RUN, UPSTREAM } from './options/run-options.ts';
import { requireProcess } from './overhead/gateway-usage.ts';
import { overheadOrder } from './overhead/overhead-order.ts';
import { overheadMeasurement } from './overhead/run-overhead.ts';
import { assess } from './run/run-assessment.ts';

export const overhead = command({
  name: 'overhead',
  summary: 'measure the time that the gateway adds',
  description:
    'Sends the same chats through the gateway and straight to its provider, which is Assay, in alternating blocks, and reports the difference with 95 % intervals: time to the first token and request latency, with one request in flight and at each of the rates. The objectives of the configuration are not used.',
  options: [
    ...RUN,
    UPSTREAM,
    option(
      '--rates <rates>',
      'arrival rates after the step with one request in flight, such as 20/s,50/s,100/s',
      { read: risingRates },
    ),
    withFallback(
      option('--duration <time>', 'time for all blocks of a step', { read: parseDuration }),
      40_000,
      '40s',
    ),
    withFallback(
      option('--blocks <n>', 'blocks of each side in a step', { read: count(LEAST_BLOCKS, 100) }),
      10,
    ),
    option('--large-bodies', 'add a step with prompts of 100 kB and one request in flight'),
    option(
      '--gateway-pid <pid>',
      'measure CPU time and memory of this process and its descendants, which is the gateway (Linux)',
      { read: runningProcess },
    ),
    option(
      '--slo <objective>',
      'objective with one request in flight, such as "overhead ttft p99 < 5ms"; may be repeated',
      { read: objectives },
    ),
  ],
  examples: [
    'assay overhead --upstream 127.0.0.1:0   # the embedded gateway',
    'assay overhead --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000',
    'assay overhead --upstream 127.0.0.1:0 --rates 20/s,100/s --slo "overhead ttft p99 < 5ms"',
  ],
  run({ rates, duration, blocks, largeBodies, gatewayPid, slo, ...options }) {
    const order = overheadOrder({ rates, duration, blocks, largeBodies, gatewayPid, slo });
    const parts = { conformance: false, measurement: overheadMeasurement(order) };
    return assess('overhead', parts, options);
  },
});

function risingRates(flag: string, text: string): readonly number[] {
  const rates = text.split(',').map((rate) => parseArrivalRate(flag, rate));
  for (const [at, rate] of rates.entries()) {
    const before = rates[at - 1] ?? 0;
    if (rate > before) continue;
    throw new UsageError(`${flag} needs rising rates: ${rate}/s follows ${before}/s. Sort them.`);
  }
  return rates;
}

function runningProcess(flag: string, text: string): number {
  const pid = count(1, 2 ** 22)(flag, text);
  requireProcess(pid);
  return pid;
}

function objectives(
  _flag: string,
  text: string,
  previous: readonly OverheadObjective[] = [],
): readonly OverheadObjective[] {
  return [...previous, parseOverheadObjective(text)];
}
