import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { isTerminal, jobIn } from '../video-jobs.ts';

/** The id of the job that a POST /videos made; undefined when it shows none. */
export function createdId(created: Exchange, { expect }: ProbeGateway): string | undefined {
  const id = jobIn(created, expect)?.json.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export function read(id: string): ProbeRequest {
  return { operation: 'video-read', id, group: { kind: 'job', id } };
}

export function cancel(id: string): ProbeRequest {
  return { operation: 'video-cancel', id, group: { kind: 'job', id } };
}

/**
 * Reads a job until its status is terminal, at once and then at the polling interval; every
 * other time with two reads side by side, as two callers of two replicas would.
 * @returns the reads in the order sent
 */
export async function readToEnd(
  gateway: ProbeGateway,
  id: string,
  deadlineMs: number,
): Promise<Exchange[]> {
  const first = await gateway.send(read(id));
  const reads = [first];
  let latest = first;
  while (!hasEnded(latest, gateway) && latest.timing.endMs - first.timing.sendMs < deadlineMs) {
    await gateway.sleep(gateway.expect.videoPollMs);
    const pollers = reads.length % 3 === 0 ? [read(id)] : [read(id), read(id)];
    reads.push(...(await Promise.all(pollers.map((request) => gateway.send(request)))));
    latest = reads.at(-1) ?? latest;
  }
  return reads;
}

function hasEnded(exchange: Exchange, { expect }: ProbeGateway): boolean {
  return isTerminal(jobIn(exchange, expect)?.stage);
}

/** Reads a job this many times, at the polling interval. */
export async function readAgain(
  gateway: ProbeGateway,
  id: string,
  times: number,
): Promise<Exchange[]> {
  const reads: Exchange[] = [];
  for (let count = 0; count < times; count += 1) {
    await gateway.sleep(gateway.expect.videoPollMs);
    reads.push(await gateway.send(read(id)));
  }
  return reads;
}
