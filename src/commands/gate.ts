import { command } from './options/command.ts';
import { EXPLORE_TOO, exploreOrder } from './options/explore-options.ts';
import { AGAINST, LOAD } from './options/load-options.ts';
import {
  BASELINE,
  CONFORM,
  LIVE,
  RUN,
  SPENDING,
  TRACES,
  UPSTREAM,
  VERBOSE,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { ONE_LOAD } from './run/run-load.ts';

export const gate = command({
  name: 'gate',
  summary: 'check a build: conformance, then load, in one report',
  description:
    'Checks a build of a gateway before it is deployed: first conformance, then the workload of the configuration. Gives one report and one exit code.',
  options: [
    ...RUN,
    VERBOSE,
    LIVE,
    UPSTREAM,
    TRACES,
    ...SPENDING,
    ...CONFORM,
    ...BASELINE,
    ...LOAD,
    ...AGAINST,
    EXPLORE_TOO,
  ],
  examples: [
    'assay gate',
    'assay gate --target http://127.0.0.1:8080/v1 --config assay.yaml --out reports/gate',
    'assay gate --target container --arrival-rate 50/s --duration 1m',
    'assay gate --upstream 127.0.0.1:0',
    'assay gate --explore 30s',
    'assay gate --target http://127.0.0.1:8080/v1 --against reports/main/report.json',
  ],
  run({ explore, ...options }) {
    const parts = { conformance: true, measurement: ONE_LOAD };
    const exploring = explore !== undefined && { explore: exploreOrder({ time: explore }) };
    return assess('gate', { ...parts, ...exploring }, options);
  },
});
