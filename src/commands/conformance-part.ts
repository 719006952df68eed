import { createProbeGateways } from '../conformance/probe-gateway.ts';
import { type ConformanceResult, runConformance } from '../conformance/run.ts';
import type { Assessment } from './assess.ts';

export async function conformancePart(assessment: Assessment): Promise<ConformanceResult> {
  const { target, configuration, reading, means, catalogue, signal, progress } = assessment;
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    expect: reading.expect,
    seed: configuration.workload.seed,
    signal,
  });
  progress.say(`Conformance: ${catalogue.length} rules, profile ${reading.profile}`);
  try {
    return await runConformance({
      rules: catalogue.map(({ rule }) => rule),
      reading,
      means,
      ...gateways,
      signal,
      onProgress: ({ done, of, probe }) => progress.show(`${done} of ${of} probes · ${probe}`),
    });
  } finally {
    await gateways.close();
  }
}
