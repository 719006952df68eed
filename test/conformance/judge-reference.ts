import { createReferenceServer } from '../../reference-server/server.ts';
import type { ProbeRequest } from '../../src/conformance/gateway.ts';
import { createProbeGateways } from '../../src/conformance/probe-gateway.ts';
import { referenceProfile } from '../../src/conformance/profiles/reference.ts';
import { readContract } from '../../src/conformance/reading.ts';
import type { Probe, Rule } from '../../src/conformance/rule.ts';
import { CATALOGUE } from '../../src/conformance/rules.ts';
import { type RuleOutcome, runConformance } from '../../src/conformance/run.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { watched } from './watched-gateway.ts';

const SEED = 1;
const READING = readContract(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
  [{ knob: 'raceRounds', value: 5, reason: 'A planted race shows in a few: tests stay short.' }],
);

/** What rules expect of the reference gateway. */
export const EXPECT = READING.expect;

interface ReferenceRun {
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** Told of every request of a probe with what it brought. */
  readonly seen?: (probe: Probe, request: ProbeRequest, exchange: Exchange) => void;
}

/** What the rules say of a reference gateway of its own, with these faults and variants. */
export async function judgeReference(
  rules: readonly Rule[],
  { faults = [], variants = [], seen }: ReferenceRun = {},
): Promise<readonly RuleOutcome[]> {
  const server = createReferenceServer({ faults: [...faults], variants: [...variants] });
  const { address } = await server.listen();
  const [first, second] = server.keys;
  const gateways = createProbeGateways({
    address,
    keys: { first, second },
    expect: EXPECT,
    seed: SEED,
  });
  try {
    const { outcomes, failures } = await runConformance({
      rules,
      reading: READING,
      means: { secondKey: true },
      gatewayFor(probe) {
        const gateway = gateways.gatewayFor(probe);
        return seen === undefined ? gateway : watched(gateway, (...what) => seen(probe, ...what));
      },
      targetIsGone: () => gateways.targetIsGone(),
      lookAgain: (exchanges) => gateways.lookAgain(exchanges),
      signal: new AbortController().signal,
    });
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return outcomes;
  } finally {
    await gateways.close();
    await server.close(0);
  }
}
