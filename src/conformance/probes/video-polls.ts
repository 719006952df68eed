import { isTerminal, jobIn } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';

/** The id of the job that a POST /videos created; undefined if the answer has none. */
export function createdId(created: Exchange, { expect }: ProbeGateway): string | undefined {
  return jobIn(created, expect.videoStates)?.id;
}

export function read(id: string): ProbeRequest {
  return { operation: 'video-read', id, group: { kind: 'job', id } };
}

export function cancel(id: string): ProbeRequest {
  return { operation: 'video-cancel', id, group: { kind: 'job', id } };
}

/**
 * Reads a job until its status is terminal, at once and then at the polling interval; mostly with
 * two concurrent reads, as of two clients at two replicas.
 * @returns the reads in the order sent
 */
export async function readToEnd(
  gateway: ProbeGateway,
  id: string,
  deadlineMs: number,
  poll: ProbeRequest = read(id),
): Promise<readonly Exchange[]> {
  const first = await gateway.send(poll);
  const reads = [first];
  let latest = first;
  while (!hasEnded(latest, gateway) && latest.timing.endMs - first.timing.sendMs < deadlineMs) {
    const atOnce = reads.length % 3 === 0 ? 1 : 2;
    reads.push(...(await readAgain(gateway, id, 1, atOnce, poll)));
    latest = reads.at(-1) ?? latest;
  }
  return reads;
}

function hasEnded(exchange: Exchange, { expect }: ProbeGateway): boolean {
  return isTerminal(jobIn(exchange, expect.videoStates)?.stage);
}

/**
 * Reads a job this many times at the polling interval, each time with this many concurrent reads.
 */
export async function readAgain(
  gateway: ProbeGateway,
  id: string,
  times: number,
  atOnce = 1,
  poll: ProbeRequest = read(id),
): Promise<readonly Exchange[]> {
  const reads: Exchange[] = [];
  for (let count = 0; count < times; count += 1) {
    await gateway.sleep(gateway.expect.videoPollMs);
    const pollers = Array.from({ length: atOnce }, () => gateway.send(poll));
    reads.push(...(await Promise.all(pollers)));
  }
  return reads;
}
