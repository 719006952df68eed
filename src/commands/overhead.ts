import { command } from './options/command.ts';
import { RUN, UPSTREAM } from './options/run-options.ts';
import { overheadMeasurement } from './overhead/measure-overhead.ts';
import { overheadOrder, STEPS } from './overhead/overhead-order.ts';
import { assess } from './run/run-assessment.ts';

export const overhead = command({
  name: 'overhead',
  summary: 'measure the time that the gateway adds',
  description:
    'Sends the same chats through the gateway and straight to its provider, which is Assay, in alternating blocks, and reports the difference with 95 % intervals: time to the first token and request latency, with one request in flight and at each of the rates. The objectives of the configuration are not used.',
  options: [...RUN, UPSTREAM, ...STEPS],
  examples: [
    'assay overhead --upstream 127.0.0.1:0   # the embedded gateway',
    'assay overhead --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000',
    'assay overhead --upstream 127.0.0.1:0 --rates 20/s,100/s --slo "overhead ttft p99 < 5ms"',
  ],
  run(options) {
    const parts = {
      conformance: false,
      measurement: overheadMeasurement(overheadOrder(options)),
    };
    // The steps have a duration and objectives of their own.
    const { duration: _, slo: __, ...run } = options;
    return assess('overhead', parts, run);
  },
});
