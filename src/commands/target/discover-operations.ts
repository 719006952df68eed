import { redirectOf, refusalOf, refusalWords } from '../../answers/refusal.ts';
import { requestedModel } from '../../answers/sent-body.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  type DiscoveredOperations,
  discoverOperations,
  discoveryDeadlineMs,
  type RefusedOperation,
  withAbsent,
} from '../../conformance/run/discover-operations.ts';
import { listModels } from '../../conformance/sending/list-models.ts';
import { isBillable, OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { UsageError } from '../../input/usage-error.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { Target } from '../../target/target.ts';
import { TargetMisaddressed, TargetUnreachable } from '../../target/target-unreachable.ts';
import { notifyIfSlow } from './preflight.ts';
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

/** @throws TargetMisaddressed with what the target said */
function requireSomeOffered(
  { absent }: DiscoveredOperations,
  wanted: readonly Operation[],
  profile: ResolvedProfile,
  { address }: Target,
): void {
  if (!wanted.every((operation) => isAbsent(operation, profile))) return;
  const lines = absent.map(({ operation, reason }) => `\n  ${operation}: ${reason}.`).join('');
  throw new TargetMisaddressed(
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

/** Why a valid request was refused. */
type Cause = 'key' | 'model' | number;

const NAMED_MODELS = 8;

export function causeOf({ exchange }: Pick<RefusedOperation, 'exchange'>): Cause {
  const { status = 0, code, message } = refusalOf(exchange);
  if (status === 401 || status === 403) return 'key';
  const speaksOfModel = /model/i.test(`${code} ${message}`);
  return speaksOfModel && (status === 404 || status === 400 || status === 422) ? 'model' : status;
}

/** The cause that all refusals share; undefined if a request was accepted. */
function commonCause({
  refused,
  accepted,
  unanswered,
  notHttp,
}: DiscoveredOperations): Cause | undefined {
  const used = accepted.filter((operation) => isBillable(operation));
  const [first, ...others] = new Set(refused.map(causeOf));
  if (
    first === undefined ||
    others.length > 0 ||
    used.length + unanswered.length + notHttp.length > 0
  ) {
    return undefined;
  }
  // A single failure may be temporary.
  return typeof first === 'number' && refused.length === 1 ? undefined : first;
}

/** The refusals in the words of the gateway: one line for all operations with the same words. */
export function refusedLines(
  refused: readonly RefusedOperation[],
  models: readonly string[],
): readonly string[] {
  const alike = Map.groupBy(refused, (each) => wordsTo(each, models));
  return [...alike].map(([words, all]) => {
    return `${all.map(({ operation }) => operation).join(', ')}: ${words}`;
  });
}

function wordsTo(refused: RefusedOperation, models: readonly string[]): string {
  const { operation, exchange } = refused;
  const words = refusalWords(exchange);
  if (causeOf(refused) !== 'model') return ended(words);
  const model = requestedModel(exchange.request) ?? '';
  const [start = '', ...rest] = words.split(': ');
  const said = [`${start} for "${model}"`, ...rest].join(': ');
  return `${ended(said)} Set models.${OPERATIONS[operation].model.key} in assay.yaml${offered(models)}.`;
}

/**
 * @param read the exchange of the preflight: it shows a refused key if no operation was tried
 * @throws UsageError, TargetUnreachable when nothing can be judged for one cause
 */
function requireSomeAccepted(
  answers: DiscoveredOperations,
  read: Exchange,
  { address, keyRemedy }: Target,
  models: readonly string[],
): void {
  const nothingTried =
    answers.refused.length +
      answers.accepted.length +
      answers.unanswered.length +
      answers.notHttp.length ===
    0;
  const cause =
    nothingTried && causeOf({ exchange: read }) === 'key' ? 'key' : commonCause(answers);
  if (cause === undefined) return;
  const lines = refusedLines(answers.refused, models)
    .map((line) => `\n  ${line}`)
    .join('');
  if (cause === 'key') {
    const { status } = (answers.refused[0]?.exchange ?? read).answer ?? {};
    throw new UsageError(
      `Target refused the API key: ${address} returned ${status}. ${keyRemedy ?? 'Check ASSAY_API_KEY.'}${lines}`,
    );
  }
  if (cause === 'model') {
    throw new UsageError(`Target offers none of the configured models: ${address}.${lines}`);
  }
  const moved = movedTo(answers.refused);
  if (moved !== undefined) {
    throw new TargetMisaddressed(
      `Target redirects every request: ${address}. Use the address that it names: ${moved}.`,
    );
  }
  throw new TargetUnreachable(
    `Target refuses valid requests to every operation: ${address}.${lines}`,
  );
}

/** The one address to which all operations are redirected, if there is one. */
function movedTo(refused: readonly RefusedOperation[]): string | undefined {
  const [first, ...others] = new Set(
    refused.map(({ operation, exchange }) => {
      const { path } = OPERATIONS[operation];
      const to = redirectOf(exchange);
      return to?.startsWith('http') && to.endsWith(path) ? to.slice(0, -path.length) : undefined;
    }),
  );
  return others.length === 0 ? first : undefined;
}

/** A quoted sentence already has a full stop. */
function ended(text: string): string {
  return /[.!?]"?$/.test(text) ? text : `${text}.`;
}

function offered(models: readonly string[]): string {
  if (models.length === 0) return '';
  const named = models.slice(0, NAMED_MODELS).join(', ');
  const more = models.length - NAMED_MODELS;
  return `; GET /models offers ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What to check where a target knows no path of an operation. */
export function pathHint(address: string): string {
  const path = URL.parse(address)?.pathname ?? '/';
  return path === '/'
    ? 'Check whether its address needs a path prefix, such as /v1.'
    : `Check the path of its address: ${path} may be wrong, or one too many.`;
}
