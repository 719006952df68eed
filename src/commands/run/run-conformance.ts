import { type ConformanceResult, runConformance } from '../../conformance/run/run-conformance.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { Assessment } from './assessment.ts';
import { exampleListener } from './session.ts';
import { probesTimeMs, timeLimit, timeLimitSentence } from './time-limit.ts';

/** @returns also the sentences of the report about the time limit */
export async function conformancePart(
  assessment: Assessment,
): Promise<{ readonly result: ConformanceResult; readonly cutShort: readonly string[] }> {
  const { connection, profile, capabilities, catalogue, signal, progress } = assessment;
  const rules = catalogue.map(({ rule }) => rule);
  const probes = new Set(rules.map(({ probe }) => probe)).size;
  const limit = timeLimit(assessment.timeLimitMs, probesTimeMs(probes));
  const count = formatNumberOf(catalogue.length, 'rule');
  progress.say(`Conformance: ${count}, profile ${profile.name}, time limit ${limit.text}`);
  const result = await connection.within(limit.signal, () =>
    runConformance({
      rules,
      profile,
      capabilities,
      missingOperations: assessment.missingOperations,
      effort: assessment.effort,
      target: connection.gateways,
      timekeeping: connection.gateways.timekeeping,
      signal,
      timeLimit: limit.signal,
      onExample: exampleListener(assessment),
      probeDeadlineMs: profile.expect.probeDeadlineMs,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    }),
  );
  const cutShort = result.cutShort === 'time-limit' ? [timeLimitSentence(limit)] : [];
  return { result, cutShort };
}
