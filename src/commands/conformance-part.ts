import { Budget } from '../conformance/budget.ts';
import { isAbsent } from '../conformance/operations-offered.ts';
import { createProbeGateways } from '../conformance/probe-gateway.ts';
import { rehearse, withhold } from '../conformance/rehearse.ts';
import type { Probe, Rule } from '../conformance/rule.ts';
import { type ConformanceResult, runConformance } from '../conformance/run.ts';
import { formatNumberOf, GAP } from '../report/figures.ts';
import type { Assessment } from './assess.ts';

export async function conformancePart(assessment: Assessment): Promise<ConformanceResult> {
  const { target, configuration, reading, means, catalogue, signal, progress } = assessment;
  const rules = catalogue.map(({ rule }) => rule);
  const withheld = await withheldBy(assessment, rules);
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    expect: reading.expect,
    isAbsent: (operation) => isAbsent(operation, reading),
    ...(assessment.budget !== undefined && { budget: new Budget(assessment.budget) }),
    seed: configuration.workload.seed,
    signal,
  });
  const count = formatNumberOf(catalogue.length, 'rule').replaceAll(GAP, ' ');
  progress.say(`Conformance: ${count}, profile ${reading.profile}`);
  try {
    return await runConformance({
      rules,
      reading,
      means,
      lacking: assessment.lacking,
      withheld,
      ...gateways,
      signal,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    });
  } finally {
    await gateways.close();
  }
}

/** Probes that do not fit in the budget. */
async function withheldBy(
  { reading, means, budget }: Assessment,
  rules: readonly Rule[],
): Promise<ReadonlyMap<Probe, string>> {
  if (budget === undefined) return new Map();
  return withhold(await rehearse(rules, reading, means), budget);
}
