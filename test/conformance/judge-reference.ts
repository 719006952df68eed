import { createReferenceServer } from '../../reference-server/server.ts';
import { createProbeGateways } from '../../src/conformance/probe-gateway.ts';
import { referenceProfile } from '../../src/conformance/profiles/reference.ts';
import { readContract } from '../../src/conformance/reading.ts';
import type { Rule } from '../../src/conformance/rule.ts';
import { CATALOGUE } from '../../src/conformance/rules.ts';
import { type RuleOutcome, runConformance } from '../../src/conformance/run.ts';

const SEED = 1;
const READING = readContract(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
);

interface Alterations {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
}

/** What the rules say of a reference gateway of its own, with these faults and variants. */
export async function judgeReference(
  rules: readonly Rule[],
  { faults = [], variants = [] }: Alterations = {},
): Promise<readonly RuleOutcome[]> {
  const server = createReferenceServer({ faults: [...faults], variants: [...variants] });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const gateways = createProbeGateways({
    address,
    keys: { first, second },
    expect: READING.expect,
    seed: SEED,
  });
  try {
    const { outcomes, failures } = await runConformance({
      rules,
      reading: READING,
      means: { secondKey: true },
      ...gateways,
      signal: new AbortController().signal,
    });
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return outcomes;
  } finally {
    await gateways.close();
    await server.close(0);
  }
}
