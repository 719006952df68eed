import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  type DiscoveredOperations,
  discoverOperations,
  discoveryDeadlineMs,
  withAbsent,
} from '../../conformance/run/discover-operations.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { listModels } from '../../conformance/sending/list-models.ts';
import { createProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { OPERATION_NAMES, type Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Parts } from '../run/assessment.ts';
import { sayIfSlow } from './notify-if-slow.ts';
import { causeOf, refusedLines, requireSomeAccepted } from './refused-target.ts';
import { TargetUnreachable } from './target-unreachable.ts';

interface Asking {
  readonly target: Target;
  readonly configuration: Configuration;
  readonly profile: ResolvedProfile;
  readonly parts: Parts;
  /** Counts what asking costs. */
  readonly budget?: Budget | undefined;
  /** What the target answered to a read of an unknown job. */
  readonly read: Exchange;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What the target said when it was asked. */
export interface Answered {
  readonly profile: ResolvedProfile;
  readonly missingOperations: DiscoveredOperations['missing'];
  /** What a reader of the report is to know of it; absent when every operation answered. */
  readonly remark?: string;
}

/**
 * Sends one valid request to each operation that the run needs.
 * @throws TargetUnreachable, UsageError when nothing could be judged
 */
export async function askTarget(asking: Asking): Promise<Answered> {
  const { target, configuration, budget, signal, say, read } = asking;
  const { expect } = asking.profile;
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    access: target.access,
    expect,
    ...(budget && { budget }),
    seed: configuration.workload.seed,
    signal,
  });
  try {
    const gateway = gateways.gatewayFor({ name: 'operations' });
    const work = discoverOperations(gateway, asking.profile, { wanted: wantedBy(asking), read });
    const within = shown(discoveryDeadlineMs(expect));
    const asked = await sayIfSlow(work, () =>
      say(`Waiting for the target: each operation has ${within} to answer a valid request`),
    );
    if (signal.aborted) return { profile: asking.profile, missingOperations: asked.missing };
    const profile = withAbsent(asking.profile, asked.absent);
    if (asking.parts.conformance) requireSomeOffered(profile, target);
    const wrongModel = asked.refused.some((refused) => causeOf(refused) === 'model');
    const models = wrongModel ? await listModels(gateway) : [];
    requireSomeAccepted(asked, read, target, models);
    const remarks = remarksOf(asked, within, models);
    for (const remark of remarks) say(remark);
    return {
      profile,
      missingOperations: asked.missing,
      ...(remarks.length > 0 && { remark: remarks.join(' ') }),
    };
  } finally {
    await gateways.close();
  }
}

/** A load alone sends only what its scenario has. */
function wantedBy({ parts, configuration }: Asking): readonly Operation[] {
  if (parts.conformance) return OPERATION_NAMES;
  return [...(modesSent(configuration.workload)?.keys() ?? [])];
}

function requireSomeOffered(profile: ResolvedProfile, { address }: Target): void {
  if (!OPERATION_NAMES.every((operation) => isAbsent(operation, profile))) return;
  throw new TargetUnreachable(
    `Target offers no operation: ${address}. Does its address lack a path prefix, such as /v1?`,
  );
}

/** What heads the report: a sentence for each operation that is missing, refuses or is silent. */
function remarksOf(
  asked: DiscoveredOperations,
  within: string,
  models: readonly string[],
): readonly string[] {
  const { absent, refused, unanswered } = asked;
  return [
    ...absent.map(({ operation, reason }) => `Not offered: ${operation} (${reason}).`),
    ...refusedLines(refused, models).map((line) => `A valid request was refused: ${line}`),
    ...(unanswered.length === 0
      ? []
      : [
          `No answer within ${within} to a valid request: ${unanswered.join(', ')}. They count as offered.`,
        ]),
  ];
}

/** In plain characters. */
function shown(ms: number): string {
  return formatDuration(ms);
}
