import { OPERATION_NAMES, type Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { describeOutcome } from './evidence.ts';
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

/** What asking showed: the operations that are absent, and of these the ones said to be offered. */
export interface Asked {
  readonly absent: readonly OperationOverride[];
  readonly lacking: ReadonlyMap<Operation, Exchange>;
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
    unsaid.map(async (operation) => ({ operation, shown: await absence(gateway, operation) })),
  );
  const absent: OperationOverride[] = [];
  const lacking = new Map<Operation, Exchange>();
  for (const { operation, shown } of asked) {
    if (shown === undefined) continue;
    if (reading.operations.get(operation)?.value === 'offered') lacking.set(operation, shown);
    else absent.push({ operation, value: 'absent', reason: describeOutcome(shown) });
  }
  return { absent, lacking };
}

/** A reading that also knows what asking showed. */
export function withAbsent(reading: Reading, absent: readonly OperationOverride[]): Reading {
  const found = absent.map((override) => [override.operation, override] as const);
  return { ...reading, operations: new Map([...reading.operations, ...found]) };
}

/** The exchange that shows that an operation is absent; undefined when none does. */
async function absence(gateway: ProbeGateway, operation: Operation): Promise<Exchange | undefined> {
  if (!isBillable(operation)) {
    const shown = await gateway.send({ operation, id: `assay-${gateway.nonce()}` });
    return NO_METHOD.has(shown.answer?.status) ? shown : undefined;
  }
  const first = await gateway.send(emptyRequest(operation));
  if (!saysNoRoute(first)) return undefined;
  const request = billableRequest(gateway.expect, operation, gateway.nonce());
  const second = await gateway.send({ ...request, expected: 'accepted' });
  return saysNoRoute(second) ? second : undefined;
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
