import { SHEET } from '../report/files.ts';
import { deliverFiles } from './delivery/deliver.ts';
import { command } from './options/command.ts';
import {
  formatOption,
  PROBES_LIMIT,
  SEND,
  SPENDING,
  TARGET,
  UPSTREAM,
} from './options/run-options.ts';
import { describeTarget } from './run/run-describe.ts';
import { inTerminal } from './run/session.ts';

const OPTIONS = [
  TARGET,
  ...SEND,
  UPSTREAM,
  ...SPENDING,
  PROBES_LIMIT,
  formatOption(Object.keys(SHEET.formats)),
] as const;

export const describe = command({
  name: 'describe',
  summary: 'show what the gateway does where the interface leaves it open',
  description:
    'Sends requests about each point that the interface leaves open, and writes a behaviour sheet. No rule is judged. ' +
    'With --upstream, the sheet also shows what the gateway does when its provider fails, what it forwards, and what reaches the provider when a client disconnects.',
  options: OPTIONS,
  examples: [
    'assay describe',
    'assay describe --target http://127.0.0.1:8080/v1 --out reports/ours',
    'assay describe --json',
    'assay describe --upstream 127.0.0.1:9000 --target http://127.0.0.1:8080/v1',
  ],
  run: (options) =>
    inTerminal(
      options,
      (session) => describeTarget(options, session),
      (result) => {
        const run = { startedAt: result.startedAt, command: 'describe' };
        return deliverFiles({ result, run, ...SHEET }, options);
      },
    ),
});
