import { command } from './options/command.ts';
import {
  BASELINE,
  CONFORM,
  RUN,
  SPENDING,
  TRACES,
  UPSTREAM,
  VERBOSE,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';

export const conform = command({
  name: 'conform',
  summary: 'check conformance only',
  description: 'Sends the probes of every rule and reports which rules the gateway keeps.',
  options: [...RUN, VERBOSE, UPSTREAM, TRACES, ...SPENDING, ...CONFORM, ...BASELINE],
  examples: [
    'assay conform',
    'assay conform --target http://127.0.0.1:8080/v1 --area idempotency',
    'assay conform --upstream 127.0.0.1:9000 --target http://127.0.0.1:8080/v1 --area relay',
    'assay conform --rule chat-stream-done-once-last --json',
  ],
  run: (options) => assess('conform', { conformance: true }, options),
});
