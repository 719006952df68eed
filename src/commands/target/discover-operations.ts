import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  type DiscoveredOperations,
  discoverOperations,
  discoveryDeadlineMs,
  withAbsent,
} from '../../conformance/run/discover-operations.ts';
import { listModels } from '../../conformance/sending/list-models.ts';
import { OPERATION_NAMES, type Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { sayIfSlow } from './notify-if-slow.ts';
import { causeOf, refusedLines, requireSomeAccepted } from './refused-target.ts';
import type { TargetConnection } from './target-connection.ts';
import { TargetUnreachable } from './target-unreachable.ts';

interface DiscoveryOptions {
  readonly configuration: Configuration;
  /** Conformance needs every operation; a load only those that its scenario sends. */
  readonly conformance: boolean;
  /** The exchange of the preflight. */
  readonly read: Exchange;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** What discovery found. */
export interface Discovery {
  readonly profile: ResolvedProfile;
  readonly missingOperations: DiscoveredOperations['missing'];
  /** Sentences for the report; absent when every operation answered. */
  readonly remark?: string;
}

/**
 * Sends one valid request to each operation that the run needs.
 * @throws TargetUnreachable, UsageError when nothing could be judged
 */
export async function discoverTarget(
  connection: TargetConnection,
  options: DiscoveryOptions,
): Promise<Discovery> {
  const { gateways, target, profile: before } = connection;
  const { conformance, read, signal, say } = options;
  const sent: Exchange[] = [];
  const gateway = gateways.gatewayFor({ name: 'operations' }, (exchange) => sent.push(exchange));
  const work = discoverOperations(gateway, before, { wanted: wantedBy(options), read });
  const within = formatDuration(discoveryDeadlineMs(before.expect));
  const discovered = await sayIfSlow(work, () =>
    say(`Waiting for the target: each operation has ${within} to respond to a valid request`),
  );
  const missingOperations = discovered.missing;
  if (signal.aborted) return { profile: before, missingOperations };
  const profile = withAbsent(before, discovered.absent);
  connection.profile = profile;
  if (conformance) requireSomeOffered(profile, target);
  const wrongModel = discovered.refused.some((refused) => causeOf(refused) === 'model');
  const models = wrongModel ? await listModels(gateway) : [];
  requireSomeAccepted(discovered, read, target, models);
  gateways.release(sent);
  const remarks = remarksOf(discovered, within, models);
  for (const remark of remarks) say(remark);
  return { profile, missingOperations, ...(remarks.length > 0 && { remark: remarks.join(' ') }) };
}

function wantedBy({ conformance, configuration }: DiscoveryOptions): readonly Operation[] {
  if (conformance) return OPERATION_NAMES;
  return [...(modesSent(configuration.workload)?.keys() ?? [])];
}

function requireSomeOffered(profile: ResolvedProfile, { address }: Target): void {
  if (!OPERATION_NAMES.every((operation) => isAbsent(operation, profile))) return;
  throw new TargetUnreachable(
    `Target offers no operation: ${address}. Check whether its address needs a path prefix, such as /v1.`,
  );
}

/** Sentences of the report about operations that are missing, refuse requests or are unresponsive. */
function remarksOf(
  discovered: DiscoveredOperations,
  within: string,
  models: readonly string[],
): readonly string[] {
  const { absent, refused, unanswered, notHttp } = discovered;
  return [
    ...absent.map(({ operation, reason }) => `Not offered: ${operation} (${reason}).`),
    ...refusedLines(refused, models).map((line) => `Valid request refused: ${line}`),
    ...(notHttp.length === 0
      ? []
      : [
          `Response to a valid request is not HTTP: ${notHttp.join(', ')}. These operations count as offered.`,
        ]),
    ...(unanswered.length === 0
      ? []
      : [
          `No response to a valid request within ${within}: ${unanswered.join(', ')}. These operations count as offered.`,
        ]),
  ];
}
