import { Redactor, runSecrets } from '../exchange/redact.ts';
import { redactExchange } from '../exchange/redact-exchange.ts';
import { type OfferedWorkload, offeredWorkload } from '../load/offered-mix.ts';
import { type LoadResult, runLoad } from '../load/run-load.ts';
import type { AbortOn } from '../load/watch.ts';
import { arrivalPhrase } from '../load/workload/arrival-sentence.ts';
import { newerThan } from '../report/assemble.ts';
import { formatDuration, formatNumberOf, GAP } from '../report/figures.ts';
import { levelOf } from '../report/rule-results.ts';
import type { Assessment } from './assess.ts';
import { describeRun } from './recorded-run.ts';

/** What was sent, what was not, and what came of it. */
export interface LoadPart extends OfferedWorkload {
  readonly result: LoadResult;
}

/** @throws BundleFailure, UsageError */
export async function loadPart(assessment: Assessment, binary: string): Promise<LoadPart> {
  const { target, configuration, reading, means, catalogue, signal, progress } = assessment;
  const { slo } = configuration;
  const { recording } = assessment;
  const { workload, leftOut } = offeredWorkload(configuration.workload, reading);
  const redactor = new Redactor(runSecrets(target.keys.first, target.keys.second));
  progress.say(`Load: ${workload.scenario}, ${arrivalPhrase(workload)}`);
  for (const { scenario, reason } of leftOut) progress.say(`Left out: ${scenario} (${reason})`);
  const result = await runLoad({
    binary,
    workload,
    address: target.address,
    keys: target.keys,
    rules: catalogue.map(({ rule }) => rule),
    reading,
    means,
    objectives: slo,
    redact: (exchange) => redactExchange(redactor, exchange),
    signal,
    k6Outputs: assessment.k6Outputs,
    ...(recording.record !== undefined && {
      recording: recording.record,
      about: describeRun(assessment),
    }),
    judging: recording.judge ?? 'live',
    engines: recording.segments ?? 1,
    onJudged: (share) => progress.show(`${Math.floor(share * 100)} % judged`),
    onProgress: (seen) => progress.show(progressLine(seen, workload)),
  });
  return { workload, result, leftOut };
}

function progressLine(seen: LoadProgress, { durationMs }: Workload): string {
  const leftS = Math.max(0, Math.round((durationMs - seen.atMs) / 1000));
  return [
    `${leftS} s left`,
    `${seen.started} of ${seen.asked} arrivals started`,
    `${seen.inFlight} in flight`,
    `${seen.exchanges} exchanges`,
    `${seen.errors} errors`,
    `${seen.findings} findings`,
  ].join(' · ');
}
