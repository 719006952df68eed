import {
  type Asked,
  askingDeadlineMs,
  askOperations,
  withAbsent,
} from '../conformance/ask-operations.ts';
import { isAbsent } from '../conformance/operations-offered.ts';
import { createProbeGateways } from '../conformance/probe-gateway.ts';
import type { Reading } from '../conformance/reading.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { formatDuration, GAP } from '../report/figures.ts';
import type { Target } from '../target/target.ts';
import type { Configuration } from './configuration.ts';
import type { Parts } from './parts.ts';
import { sayIfSlow } from './say-if-slow.ts';
import { TargetUnreachable } from './target-unreachable.ts';

interface Asking {
  readonly target: Target;
  readonly configuration: Configuration;
  readonly reading: Reading;
  readonly parts: Parts;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What the target said when it was asked. */
interface Answered {
  readonly reading: Reading;
  readonly lacking: Asked['lacking'];
  /** What a reader of the report is to know of it; absent when every operation answered. */
  readonly remark?: string;
}

/**
 * Asks the target which operations it offers.
 * @throws TargetUnreachable when it offers none: nothing could be judged
 */
export async function askTarget(asking: Asking): Promise<Answered> {
  const { target, configuration, signal, say } = asking;
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    expect: asking.reading.expect,
    seed: configuration.workload.seed,
    signal,
  });
  try {
    const work = askOperations(gateways.gatewayFor({ name: 'operations' }), asking.reading);
    const within = shown(askingDeadlineMs(asking.reading.expect));
    const { absent, lacking, unanswered } = await sayIfSlow(work, () =>
      say(`Waiting for the target: asked which operations it offers, each has ${within} to answer`),
    );
    const reading = withAbsent(asking.reading, absent);
    for (const { operation, reason } of absent) say(`Not offered: ${operation} (${reason})`);
    const remark = remarkOf(unanswered, within);
    if (remark !== undefined) say(remark);
    const offersNone = OPERATION_NAMES.every((operation) => isAbsent(operation, reading));
    if (asking.parts.conformance && offersNone) {
      throw new TargetUnreachable(
        `Target offers no operation: ${target.address}. Does its address lack a path prefix, such as /v1?`,
      );
    }
    return { reading, lacking, ...(remark !== undefined && { remark }) };
  } finally {
    await gateways.close();
  }
}

function remarkOf(unanswered: Asked['unanswered'], within: string): string | undefined {
  if (unanswered.length === 0) return undefined;
  return `No answer within ${within}, when asked which operations it offers: ${unanswered.join(', ')}. They count as offered.`;
}

/** In plain characters. */
function shown(ms: number): string {
  return formatDuration(ms).replaceAll(GAP, ' ');
}
