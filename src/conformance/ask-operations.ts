import { OPERATION_NAMES, type Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { describeOutcome } from './evidence.ts';
import type { Expectations } from './expectations.ts';
import type { ProbeGateway, ProbeRequest } from './gateway.ts';
import { BILLABLE, type Billable, billableRequest } from './probes/billable.ts';
import type { OperationOverride } from './profile.ts';
import type { Reading } from './reading.ts';

/** What a server answers that has no such route, or no such method on it. */
const NO_ROUTE: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** The same for an id that cannot exist, where 404 is the right answer. */
const NO_METHOD: ReadonlySet<number | undefined> = new Set([405, 501]);
/** More of a body than a word about a model can be behind. */
const READ_BYTES = 4096;

/** Who refuses an empty body has no reason to take long, and the run waits for the slowest. */
const LONGEST_MS = 10_000;

/** What asking showed: the operations that are absent, and of these the ones said to be offered. */
export interface Asked {
  readonly absent: readonly OperationOverride[];
  readonly lacking: ReadonlyMap<Operation, Exchange>;
  /** No answer came in time; they count as offered, as nothing says that they are not. */
  readonly unanswered: readonly Operation[];
}

/** ms that an operation has to answer when it is asked for. */
export function askingDeadlineMs({ answerDeadlineMs }: Expectations): number {
  return Math.min(answerDeadlineMs, LONGEST_MS);
}

/**
 * Asks for every operation that the profile does not say to be absent. An empty body tells most,
 * and costs nothing: only one that is answered as no route is asked for again, well-formed.
 */
export async function askOperations(gateway: ProbeGateway, reading: Reading): Promise<Asked> {
  const unsaid = OPERATION_NAMES.filter(
    (operation) => reading.operations.get(operation)?.value !== 'absent',
  );
  const asked = await Promise.all(
    unsaid.map(async (operation) => ({ operation, ...(await ask(gateway, operation)) })),
  );
  const absent: OperationOverride[] = [];
  const lacking = new Map<Operation, Exchange>();
  for (const { operation, isAbsent, shown } of asked) {
    if (!isAbsent) continue;
    if (reading.operations.get(operation)?.value === 'offered') lacking.set(operation, shown);
    else absent.push({ operation, value: 'absent', reason: describeOutcome(shown) });
  }
  const unanswered = asked.filter(({ shown }) => isUnanswered(shown));
  return { absent, lacking, unanswered: unanswered.map(({ operation }) => operation) };
}

/** A reading that also knows what asking showed. */
export function withAbsent(reading: Reading, absent: readonly OperationOverride[]): Reading {
  const found = absent.map((override) => [override.operation, override] as const);
  return { ...reading, operations: new Map([...reading.operations, ...found]) };
}

interface Shown {
  readonly isAbsent: boolean;
  /** The last exchange that was needed to tell. */
  readonly shown: Exchange;
}

async function ask(gateway: ProbeGateway, operation: Operation): Promise<Shown> {
  const deadlineMs = askingDeadlineMs(gateway.expect);
  if (!isBillable(operation)) {
    const id = `assay-${gateway.nonce()}`;
    const shown = await gateway.send({ operation, id, deadlineMs });
    return { shown, isAbsent: NO_METHOD.has(shown.answer?.status) };
  }
  const first = await gateway.send({ ...emptyRequest(operation), deadlineMs });
  if (!saysNoRoute(first)) return { shown: first, isAbsent: false };
  const request = billableRequest(gateway.expect, operation, gateway.nonce());
  const second = await gateway.send({ ...request, expected: 'accepted', deadlineMs });
  return { shown: second, isAbsent: saysNoRoute(second) };
}

function isUnanswered({ answer, outcome }: Exchange): boolean {
  return answer === undefined && outcome === 'timed-out';
}

function isBillable(operation: Operation): operation is Billable {
  return BILLABLE.some((billable) => billable === operation);
}

function emptyRequest(operation: Billable): ProbeRequest {
  return { operation, body: { json: {} } };
}

/** A 404 that speaks of a model says that this one is unknown: the route is there. */
function saysNoRoute({ answer }: Exchange): boolean {
  if (!NO_ROUTE.has(answer?.status)) return false;
  const body = Buffer.from(answer?.body?.subarray(0, READ_BYTES) ?? []).toString('utf8');
  return answer?.status !== 404 || !/model/i.test(body);
}
