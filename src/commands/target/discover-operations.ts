import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  type DiscoveredOperations,
  discoverOperations,
  discoveryDeadlineMs,
  withAbsent,
} from '../../conformance/run/discover-operations.ts';
import { listModels } from '../../conformance/sending/list-models.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { Target } from '../../target/target.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';
import { notifyIfSlow } from './preflight.ts';
import { causeOf, pathHint, refusedLines, requireSomeAccepted } from './refused-target.ts';
import type { TargetConnection } from './target-connection.ts';

interface DiscoveryOptions {
  /** Whether the target must offer one of the operations, even if the profile lists none. */
  readonly conformance: boolean;
  /** The operations to try. */
  readonly wanted: readonly Operation[];
  /** The exchange of the preflight. */
  readonly read: Exchange;
  /** See `discoverOperations`. */
  readonly free?: boolean;
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
  const { conformance, wanted, read, free = false, signal, say } = options;
  const sent: Exchange[] = [];
  const gateway = gateways.gatewayFor({ name: 'operations' }, (exchange) => sent.push(exchange));
  const work = discoverOperations(gateway, before, { wanted, read, free });
  const within = formatDuration(discoveryDeadlineMs(before.expect));
  const discovered = await notifyIfSlow(work, () =>
    say(`Waiting for the target: each operation has ${within} to respond to a valid request`),
  );
  const missingOperations = discovered.missing;
  if (signal.aborted) return { profile: before, missingOperations };
  const profile = withAbsent(before, discovered.absent);
  connection.profile = profile;
  if (conformance || discovered.absent.length > 0) {
    requireSomeOffered(discovered, wanted, profile, target);
  }
  const wrongModel = discovered.refused.some((refused) => causeOf(refused) === 'model');
  const models = wrongModel ? await listModels(gateway) : [];
  requireSomeAccepted(discovered, read, target, models);
  gateways.release(sent);
  const remarks = remarksOf(discovered, within, models, free);
  for (const remark of remarks) say(remark);
  return { profile, missingOperations, ...(remarks.length > 0 && { remark: remarks.join(' ') }) };
}

/** @throws TargetUnreachable with what the target said */
function requireSomeOffered(
  { absent }: DiscoveredOperations,
  wanted: readonly Operation[],
  profile: ResolvedProfile,
  { address }: Target,
): void {
  if (!wanted.every((operation) => isAbsent(operation, profile))) return;
  const lines = absent.map(({ operation, reason }) => `\n  ${operation}: ${reason}.`).join('');
  throw new TargetUnreachable(
    `Target offers no operation of this run: ${address}. ${pathHint(address)}${lines}`,
  );
}

/** Sentences of the report about operations that are missing, refuse requests or are unresponsive. */
function remarksOf(
  discovered: DiscoveredOperations,
  within: string,
  models: readonly string[],
  free: boolean,
): readonly string[] {
  const request = free ? 'an empty request' : 'a valid request';
  const { absent, refused, unanswered, notHttp } = discovered;
  return [
    ...absent.map(({ operation, reason }) => `Not offered: ${operation} (${reason}).`),
    ...refusedLines(refused, models).map(
      (line) => `${free ? 'Empty' : 'Valid'} request refused: ${line}`,
    ),
    ...(notHttp.length === 0
      ? []
      : [
          `Response to ${request} is not HTTP: ${notHttp.join(', ')}. These operations count as offered.`,
        ]),
    ...(unanswered.length === 0
      ? []
      : [
          `No response to ${request} within ${within}: ${unanswered.join(', ')}. These operations count as offered.`,
        ]),
  ];
}
