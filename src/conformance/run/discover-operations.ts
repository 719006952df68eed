import { member, parseJsonBytes } from '../../answers/json.ts';
import { describeOutcome } from '../../answers/narrow.ts';
import {
  type Billable,
  isBillable,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import { type Exchange, isSuccess, mediaType } from '../../exchange/exchange.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway } from '../gateway.ts';
import { billableRequest } from '../probes/billable.ts';
import type { OperationOverride } from '../profiles/profile.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { BudgetSpent } from '../sending/budget.ts';

/** What a server answers that has no such route, or no such method on it. */
const NO_ROUTE: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** The same for an id that cannot exist, where 404 is the right answer. */
const NO_METHOD: ReadonlySet<number | undefined> = new Set([405, 501]);
/** More of a body than a word about a model can be behind. */
const READ_BYTES = 4096;

/** Longer than most answers take; the run waits for the slowest. */
const LONGEST_MS = 20_000;

/** What asking showed: the operations that are absent, and of these the ones said to be offered. */
export interface DiscoveredOperations {
  readonly absent: readonly OperationOverride[];
  readonly missing: ReadonlyMap<Operation, Exchange>;
  /** No answer came in time; they count as offered, as nothing says that they are not. */
  readonly unanswered: readonly Operation[];
  /** A valid request was refused. */
  readonly refused: readonly RefusedOperation[];
  /** Operations that took a valid request. */
  readonly accepted: readonly Operation[];
}

export interface RefusedOperation {
  readonly operation: Billable;
  readonly exchange: Exchange;
}

export interface DiscoveryOptions {
  /** Operations that matter; all when absent. */
  readonly wanted?: readonly Operation[];
  /** The answer to a read of an unknown job, where it was asked for already. */
  readonly read?: Exchange;
}

/** ms that an operation has to answer when it is asked for. */
export function discoveryDeadlineMs({ answerDeadlineMs }: Expectations): number {
  return Math.min(answerDeadlineMs, LONGEST_MS);
}

/**
 * Asks for every operation that the profile does not say to be absent, each by one request that is
 * valid, and for a path that no gateway has: what answers any path in the same way is no operation.
 */
export async function discoverOperations(
  gateway: ProbeGateway,
  profile: ResolvedProfile,
  { wanted = OPERATION_NAMES, read }: DiscoveryOptions = {},
): Promise<DiscoveredOperations> {
  const candidates = wanted.filter(
    (operation) => profile.operations.get(operation)?.value !== 'absent',
  );
  const [unknownPath, ...answers] = await Promise.all([
    tryUnknownPath(gateway),
    ...candidates
      .filter((operation) => operation !== 'video-cancel')
      .map(async (operation) =>
        operation === 'video-read' && read !== undefined
          ? { operation, exchange: read }
          : await tryOperation(gateway, operation),
      ),
  ]);
  const created = answers.find((one) => one?.operation === 'video-create')?.exchange;
  const cancelled = candidates.includes('video-cancel')
    ? await tryCancel(gateway, created)
    : undefined;
  const answered = [...answers, cancelled].filter((one) => one !== undefined);
  const absent: OperationOverride[] = [];
  const missing = new Map<Operation, Exchange>();
  const offered: OperationAnswer[] = [];
  for (const one of answered) {
    const { operation, exchange } = one;
    const reason = absenceOf(one, unknownPath);
    if (reason === undefined) offered.push(one);
    else if (profile.operations.get(operation)?.value === 'offered') {
      missing.set(operation, exchange);
    } else absent.push({ operation, value: 'absent', reason });
  }
  return { absent, missing, ...byOutcome(offered) };
}

/** The same profile, with the operations that discovery found absent. */
export function withAbsent(
  profile: ResolvedProfile,
  absent: readonly OperationOverride[],
): ResolvedProfile {
  const found = absent.map((override) => [override.operation, override] as const);
  return { ...profile, operations: new Map([...profile.operations, ...found]) };
}

interface OperationAnswer {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

function byOutcome(
  offered: readonly OperationAnswer[],
): Pick<DiscoveredOperations, 'unanswered' | 'refused' | 'accepted'> {
  const unanswered = offered.filter(({ exchange }) => isUnanswered(exchange));
  const refused = offered.flatMap(({ operation, exchange }) => {
    const isRefused = !isUnanswered(exchange) && !isSuccess(exchange.answer);
    return isRefused && isBillable(operation) ? [{ operation, exchange }] : [];
  });
  const accepted = offered.filter(({ exchange }) => isSuccess(exchange.answer));
  return {
    unanswered: unanswered.map(({ operation }) => operation),
    refused,
    accepted: accepted.map(({ operation }) => operation),
  };
}

/** Undefined when the budget has no room for it. */
async function tryOperation(
  gateway: ProbeGateway,
  operation: Operation,
): Promise<OperationAnswer | undefined> {
  const deadlineMs = discoveryDeadlineMs(gateway.expect);
  const request = isBillable(operation)
    ? billableRequest(gateway.expect, operation, gateway.nonce())
    : { operation, id: `assay-${gateway.nonce()}` };
  try {
    const expected = isBillable(operation) ? 'accepted' : undefined;
    const exchange = await gateway.send({ ...request, ...(expected && { expected }), deadlineMs });
    return { operation, exchange };
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** Cancels the job that was made for asking; one that cannot exist, where there is none. */
async function tryCancel(
  gateway: ProbeGateway,
  created: Exchange | undefined,
): Promise<OperationAnswer> {
  const id = created && jobId(created);
  const exchange = await gateway.send({
    operation: 'video-cancel',
    id: id ?? `assay-${gateway.nonce()}`,
    deadlineMs: discoveryDeadlineMs(gateway.expect),
  });
  return { operation: 'video-cancel', exchange };
}

/** What the target answers to a path that it cannot have. */
function tryUnknownPath(gateway: ProbeGateway): Promise<Exchange> {
  return gateway.send({
    operation: 'other',
    method: 'POST',
    path: `/assay-no-such-path-${gateway.nonce()}`,
    body: { json: {} },
    deadlineMs: discoveryDeadlineMs(gateway.expect),
  });
}

/** Why an operation is not there; undefined when it is, or may be. */
function absenceOf(
  { operation, exchange }: OperationAnswer,
  unknownPath: Exchange,
): string | undefined {
  const noRoute = isBillable(operation)
    ? saysNoRoute(exchange)
    : NO_METHOD.has(exchange.answer?.status);
  if (noRoute) return describeOutcome(exchange);
  if (!isBillable(operation) || !isCatchAll(exchange, unknownPath)) return undefined;
  if (jsonMember(exchange, OPERATIONS[operation].landmark) !== undefined) return undefined;
  return `${describeOutcome(exchange)}, as it answers any path`;
}

function isUnanswered({ answer, outcome }: Exchange): boolean {
  return answer === undefined && outcome === 'timed-out';
}

/** A 404 that speaks of a model says that this one is unknown: the route is there. */
function saysNoRoute({ answer }: Exchange): boolean {
  if (!NO_ROUTE.has(answer?.status)) return false;
  return answer?.status !== 404 || !/model/i.test(bodyText(answer.body));
}

/** A page or a body that comes whatever path is asked for, with a status that says that all is well. */
function isCatchAll(exchange: Exchange, unknownPath: Exchange): boolean {
  if (!isSuccess(exchange.answer) || exchange.answer?.status !== unknownPath.answer?.status)
    return false;
  const [type, ofAny] = [exchange, unknownPath].map(({ answer }) =>
    mediaType(answer?.headers ?? []),
  );
  if (type !== ofAny) return false;
  return (
    type === 'text/html' || bodyText(exchange.answer?.body) === bodyText(unknownPath.answer?.body)
  );
}

function bodyText(body: Uint8Array | undefined): string {
  return Buffer.from(body?.subarray(0, READ_BYTES) ?? []).toString('utf8');
}

/** Whatever the states of its jobs are. */
function jobId(exchange: Exchange): string | undefined {
  const id = jsonMember(exchange, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function jsonMember({ answer }: Exchange, name: string): unknown {
  return member(parseJsonBytes(answer?.body), name);
}
