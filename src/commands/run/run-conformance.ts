import type { Probe, Rule } from '../../conformance/rule.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import { planRequests, withhold } from '../../conformance/run/plan-requests.ts';
import { type ConformanceResult, runConformance } from '../../conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { Assessment } from './assessment.ts';
import { timeLimit, timeLimitSentence } from './time-limit.ts';

/** @returns with it what a report says where the time was too short */
export async function conformancePart(
  assessment: Assessment,
): Promise<{ readonly result: ConformanceResult; readonly cutShort: readonly string[] }> {
  const { target, configuration, profile, capabilities, catalogue, signal, progress } = assessment;
  const rules = catalogue.map(({ rule }) => rule);
  const withheld = await withheldBy(assessment, rules);
  const limit = timeLimit(assessment.timeLimitMs, new Set(rules.map(({ probe }) => probe)).size);
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    access: target.access,
    expect: profile.expect,
    isAbsent: (operation) => isAbsent(operation, profile),
    ...(assessment.budget && { budget: assessment.budget }),
    seed: configuration.workload.seed,
    signal: AbortSignal.any([signal, limit.signal]),
  });
  const count = formatNumberOf(catalogue.length, 'rule');
  progress.say(`Conformance: ${count}, profile ${profile.name}, ${limit.text} at most`);
  try {
    const result = await runConformance({
      rules,
      profile,
      capabilities,
      missingOperations: assessment.missingOperations,
      withheld,
      ...gateways,
      signal,
      timeLimit: limit.signal,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    });
    const cutShort = result.cutShort === 'time-limit' ? [timeLimitSentence(limit)] : [];
    return { result, cutShort };
  } finally {
    await gateways.close();
  }
}

/** Probes that do not fit in the budget. */
async function withheldBy(
  { profile, capabilities, budget }: Assessment,
  rules: readonly Rule[],
): Promise<ReadonlyMap<Probe, string>> {
  if (budget === undefined) return new Map();
  return withhold(await planRequests(rules, profile, capabilities), budget.calls, budget.made);
}
