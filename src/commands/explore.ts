import { access, constants } from 'node:fs/promises';
import { UsageError } from '../input/usage-error.ts';
import { command } from './options/command.ts';
import { EXPLORE, exploreOrder } from './options/explore-options.ts';
import {
  BASELINE,
  DRY_RUN,
  RULE_SET,
  RUN,
  SPENDING,
  UPSTREAM,
  VERBOSE,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';

export const explore = command({
  name: 'explore',
  summary: 'look for defects that no rule has a probe for',
  description:
    'Draws sequences of requests, sends them beside each other, and judges all answers by the rules. ' +
    'A sequence that breaks a rule is made as short as it still does, and kept in a file, whose sequences the next run tries first. ' +
    'Without a budget, at most 150 calls are made of a gateway whose calls may cost money.',
  options: [...RUN, VERBOSE, UPSTREAM, ...SPENDING, ...BASELINE, RULE_SET, DRY_RUN, ...EXPLORE],
  examples: [
    'assay explore',
    'assay explore --target http://127.0.0.1:8080/v1 --time 2m --calls 500',
    'assay explore --replay assay.examples.jsonl',
    'assay explore --target http://127.0.0.1:8080/v1 --against http://127.0.0.1:9090/v1',
  ],
  async run(options) {
    const { calls, replay } = options;
    const limited = { ...options, ...(calls !== undefined && { budget: `${calls} calls` }) };
    if (replay !== undefined) await requireReadable(replay);
    return await assess('explore', { conformance: false, explore: exploreOrder(options) }, limited);
  },
});

/** @throws UsageError */
async function requireReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch {
    throw new UsageError(
      `File of --replay cannot be read: ${file}. Name a file that assay explore wrote, such as assay.examples.jsonl.`,
    );
  }
}
