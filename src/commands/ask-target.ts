import { type Asked, askOperations, withAbsent } from '../conformance/ask-operations.ts';
import { isAbsent } from '../conformance/operations-offered.ts';
import { createProbeGateways } from '../conformance/probe-gateway.ts';
import type { Reading } from '../conformance/reading.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import type { Target } from '../target/target.ts';
import type { Configuration } from './configuration.ts';
import type { Parts } from './parts.ts';
import { TargetUnreachable } from './target-unreachable.ts';

interface Asking {
  readonly target: Target;
  readonly configuration: Configuration;
  readonly reading: Reading;
  readonly parts: Parts;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Asks the target which operations it offers.
 * @throws TargetUnreachable when it offers none: nothing could be judged
 */
export async function askTarget(
  asking: Asking,
): Promise<{ reading: Reading; lacking: Asked['lacking'] }> {
  const { target, configuration, signal, say } = asking;
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    expect: asking.reading.expect,
    seed: configuration.workload.seed,
    signal,
  });
  try {
    const { absent, lacking } = await askOperations(
      gateways.gatewayFor({ name: 'operations' }),
      asking.reading,
    );
    const reading = withAbsent(asking.reading, absent);
    for (const { operation, reason } of absent) say(`Not offered: ${operation} (${reason})`);
    const offersNone = OPERATION_NAMES.every((operation) => isAbsent(operation, reading));
    if (asking.parts.conformance && offersNone) {
      throw new TargetUnreachable(
        `Target offers no operation: ${target.address}. Does its address lack a path prefix, such as /v1?`,
      );
    }
    return { reading, lacking };
  } finally {
    await gateways.close();
  }
}
