import { capacityOrder, dryRunOfSearch, SEARCH } from './capacity/capacity-order.ts';
import { capacityMeasurement } from './capacity/run-capacity.ts';
import { command } from './options/command.ts';
import { TRAFFIC } from './options/load-options.ts';
import { BASELINE, DRY_RUN, LIVE, RUN, SPENDING, UPSTREAM } from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';

export const capacity = command({
  name: 'capacity',
  summary: 'find the highest arrival rate that the gateway sustains',
  description:
    'Finds the maximum sustainable rate (knee): the highest arrival rate at which the gateway keeps up and meets every objective. A ramp is followed by a search with repeats, until the knee is known to 2 % or the time limit is reached. Every response is checked against the rules, as under load. To try it on a gateway with a known capacity, start one with `assay serve --slots`: the embedded gateway has no limit. With --upstream, the provider behind the gateway is Assay, which sustains far higher rates than most gateways: the knee is that of the gateway.',
  options: [...RUN, LIVE, UPSTREAM, ...SPENDING, ...BASELINE, ...TRAFFIC, ...SEARCH, DRY_RUN],
  examples: [
    'assay capacity --target http://127.0.0.1:8080/v1 --operation chat',
    'assay capacity --slo "chat e2e p95 < 800ms" --arrivals poisson --time-limit 15m',
    'assay capacity --operation images --at-least 3/s --plan-for 50/s --headroom 40%',
    'assay capacity --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000 --operation chat',
    'assay serve --port 8080 --slots 8 --service-time 200ms   # in another terminal: sustains 40/s',
    'assay capacity --target http://127.0.0.1:8080/v1 --operation chat',
  ],
  run(options) {
    const order = capacityOrder(options);
    // Each step has its own iterations in flight, and the search has the time limit.
    const { inFlight: _, timeLimit: __, startRate, ...rest } = options;
    const run = { ...rest, arrivalRate: `${startRate}/s` };
    if (options.dryRun) return dryRunOfSearch(run, order);
    return assess('capacity', { conformance: false, measurement: capacityMeasurement(order) }, run);
  },
});
