import { member, parseJsonBytes } from '../../answers/json.ts';
import { describeOutcome } from '../../answers/narrow.ts';
import { refusalOf } from '../../answers/refusal.ts';
import {
  type Billable,
  isBillable,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import { type Exchange, isSuccess, mediaType } from '../../exchange/exchange.ts';
import { keptExchange } from '../../exchange/kept-exchange.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { OperationOverride } from '../profiles/profile.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import { billableRequest } from '../requests/plain.ts';
import { BudgetSpent } from '../sending/budget.ts';
import { OperationStalled } from '../sending/stalled-operations.ts';

/** Statuses of a server that does not have the route, or not this method on it. */
const NO_ROUTE: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** The same for an id that cannot exist, where 404 is the correct answer. */
const NO_METHOD: ReadonlySet<number | undefined> = new Set([405, 501]);
const REFUSES_EMPTY: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403]);
/** A message that mentions a model is within this many bytes. */
const READ_BYTES = 4096;

/** Longer than most answers take; the run waits for the slowest. */
const LONGEST_MS = 20_000;

/** The result of discovery. `missing` operations are absent although the profile says otherwise. */
export interface DiscoveredOperations {
  readonly absent: readonly OperationOverride[];
  readonly missing: ReadonlyMap<Operation, Exchange>;
  /** Operations that did not answer in time; they count as offered. */
  readonly unanswered: readonly Operation[];
  /** Operations that answered with something that is not HTTP; they count as offered. */
  readonly notHttp: readonly Operation[];
  /** Operations that refused a valid request. */
  readonly refused: readonly RefusedOperation[];
  /** Operations that accepted a valid request. */
  readonly accepted: readonly Operation[];
}

export interface RefusedOperation {
  readonly operation: Billable;
  readonly exchange: Exchange;
}

export interface DiscoveryOptions {
  /** Operations to try; all when absent. */
  readonly wanted?: readonly Operation[];
  /** A read of an unknown job, where one was sent already. */
  readonly read?: Exchange;
  /**
   * Sends empty bodies in place of valid requests, which no gateway bills: then only 401, 403 and a
   * redirect refuse an operation.
   */
  readonly free?: boolean;
}

/** Deadline of each request of the discovery, in ms. */
export function discoveryDeadlineMs({ answerDeadlineMs }: Expectations): number {
  return Math.min(answerDeadlineMs, LONGEST_MS);
}

/**
 * Sends one valid request to every operation that the profile does not call absent, and one to a
 * path that no gateway has: a server that answers any path alike does not offer the operation.
 */
export async function discoverOperations(
  gateway: ProbeGateway,
  profile: ResolvedProfile,
  { wanted = OPERATION_NAMES, read, free = false }: DiscoveryOptions = {},
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
          : await tryOperation(gateway, operation, free),
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
      missing.set(operation, keptExchange(exchange));
    } else absent.push({ operation, value: 'absent', reason });
  }
  return { absent, missing, ...byOutcome(offered, free) };
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
  /** Whether what the request names can be read, although the answer is a 404. */
  readonly isThere?: boolean;
}

function byOutcome(
  offered: readonly OperationAnswer[],
  free: boolean,
): Pick<DiscoveredOperations, 'unanswered' | 'notHttp' | 'refused' | 'accepted'> {
  const unanswered = offered.filter(({ exchange }) => isUnanswered(exchange));
  const notHttp = offered.filter(({ exchange }) => isUnreadable(exchange));
  const isTaken = ({ answer }: Exchange) =>
    free ? answer !== undefined && !REFUSES_EMPTY.has(answer.status) : isSuccess(answer);
  const refused = offered.flatMap(({ operation, exchange }) => {
    const hasAnswer = !isUnanswered(exchange) && !isUnreadable(exchange);
    const isRefused = hasAnswer && !isTaken(exchange);
    return isRefused && isBillable(operation) ? [{ operation, exchange }] : [];
  });
  const accepted = offered.filter(({ exchange }) => isTaken(exchange));
  return {
    unanswered: unanswered.map(({ operation }) => operation),
    notHttp: notHttp.map(({ operation }) => operation),
    refused,
    accepted: accepted.map(({ operation }) => operation),
  };
}

/** Undefined when the budget does not allow it. */
async function tryOperation(
  gateway: ProbeGateway,
  operation: Operation,
  free: boolean,
): Promise<OperationAnswer | undefined> {
  const deadlineMs = discoveryDeadlineMs(gateway.expect);
  try {
    const request = { ...requestTo(gateway, operation, free), deadlineMs };
    const isControl = request.expected !== undefined;
    const exchange = await (isControl ? gateway.control(request) : gateway.send(request));
    return { operation, exchange };
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof OperationStalled) return undefined;
    throw error;
  }
}

function requestTo(gateway: ProbeGateway, operation: Operation, free: boolean): ProbeRequest {
  if (!isBillable(operation)) return { operation, id: `assay-${gateway.nonce()}` };
  if (free) return { operation, body: { json: {} } };
  return { ...billableRequest(gateway.expect, operation, gateway.nonce()), expected: 'accepted' };
}

/**
 * Cancels the job that discovery created; one that cannot exist, where there is none. After a 404 it reads
 * the job: one that is there was not what the target did not find.
 */
async function tryCancel(
  gateway: ProbeGateway,
  created: Exchange | undefined,
): Promise<OperationAnswer> {
  const job = created && jobId(created);
  const id = job ?? `assay-${gateway.nonce()}`;
  const deadlineMs = discoveryDeadlineMs(gateway.expect);
  const group = { kind: 'job', id } as const;
  const request = { operation: 'video-cancel', id, group, deadlineMs } as const;
  const exchange = await (job === undefined ? gateway.send(request) : gateway.control(request));
  const isUnknown = job === undefined || exchange.answer?.status !== 404;
  const read = isUnknown
    ? undefined
    : await gateway.send({ operation: 'video-read', id, deadlineMs });
  return { operation: 'video-cancel', exchange, isThere: isSuccess(read?.answer) };
}

/** Sends a request to a path that the target cannot have. */
function tryUnknownPath(gateway: ProbeGateway): Promise<Exchange> {
  return gateway.send({
    operation: 'other',
    method: 'POST',
    path: `/assay-no-such-path-${gateway.nonce()}`,
    body: { json: {} },
    deadlineMs: discoveryDeadlineMs(gateway.expect),
  });
}

/** Why an operation is absent; undefined when it is offered, or may be. */
function absenceOf(
  { operation, exchange, isThere = false }: OperationAnswer,
  unknownPath: Exchange,
): string | undefined {
  const noRoute = isBillable(operation)
    ? saysNoRoute(exchange)
    : (isThere ? NO_ROUTE : NO_METHOD).has(exchange.answer?.status);
  if (noRoute) return inItsWords(exchange);
  if (!isBillable(operation) || !isCatchAll(exchange, unknownPath)) return undefined;
  if (jsonMember(exchange, OPERATIONS[operation].landmark) !== undefined) return undefined;
  return `${describeOutcome(exchange)}, the same as for an unknown path`;
}

/** What the target returned, with its message. */
function inItsWords(exchange: Exchange): string {
  const { message } = refusalOf(exchange);
  const outcome = describeOutcome(exchange);
  return message === '' ? outcome : `${outcome}: "${message}"`;
}

function isUnanswered({ answer, outcome }: Exchange): boolean {
  return answer === undefined && outcome === 'timed-out';
}

function isUnreadable({ answer, notHttp }: Exchange): boolean {
  return answer === undefined && notHttp !== undefined;
}

/** A 404 that mentions a model means that the model is unknown: the route exists. */
function saysNoRoute({ answer }: Exchange): boolean {
  if (!NO_ROUTE.has(answer?.status)) return false;
  return answer?.status !== 404 || !/model/i.test(bodyText(answer.body));
}

/** Whether any path gets the same success, such as a page for browsers. */
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

/** The id of a job in whatever state. */
function jobId(exchange: Exchange): string | undefined {
  const id = jsonMember(exchange, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function jsonMember({ answer }: Exchange, name: string): unknown {
  return member(parseJsonBytes(answer?.body), name);
}
