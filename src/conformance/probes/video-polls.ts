import { contentAddress, isTerminal, type JobView, jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, billableRequest } from '../requests/plain.ts';

/** What the probes of a job need. */
export const CREATED = 'a video job that was created';

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

export function jobRequest(gateway: ProbeGateway, model: string | null = null): ProbeRequest {
  return accepted(billableRequest(gateway.expect, 'video-create', gateway.nonce(), model));
}

export function slowJobRequest(gateway: ProbeGateway): ProbeRequest {
  return jobRequest(gateway, modelFor(gateway.expect.slowModel, 'video-create'));
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
  const hasEnded = () => isTerminal(jobIn(latest, gateway.expect.videoStates)?.stage);
  while (!hasEnded() && latest.timing.endMs - first.timing.sendMs < deadlineMs) {
    reads.push(...(await readAgain(gateway, poll, 1, reads.length % 3 === 0 ? 1 : 2)));
    latest = reads.at(-1) ?? latest;
  }
  return reads;
}

/**
 * Reads a job this many times at the polling interval, each time with this many concurrent reads.
 */
export async function readAgain(
  gateway: ProbeGateway,
  poll: ProbeRequest,
  times: number,
  atOnce = 1,
): Promise<readonly Exchange[]> {
  const reads: Exchange[] = [];
  for (let count = 0; count < times; count += 1) {
    await gateway.sleep(gateway.expect.videoPollMs);
    const pollers = Array.from({ length: atOnce }, () => gateway.send(poll));
    reads.push(...(await Promise.all(pollers)));
  }
  return reads;
}

/**
 * Requests the content of a job as another caller; nothing if it is not where OpenAI has it: any other address may
 * be a secret that replaces the key.
 */
export async function contentFor(
  gateway: ProbeGateway,
  latest: Exchange | undefined,
  credential: 'second' | 'none',
): Promise<readonly Exchange[]> {
  const seen = latest && jobIn(latest, gateway.expect.videoStates);
  const request = seen && contentRequest(seen);
  const isUsual = seen?.id !== undefined && request?.path === usualContentRequest(seen.id).path;
  return request && isUsual ? [await gateway.send({ ...request, credential })] : [];
}

/** A request for the content_url of a job; undefined if that is not at this gateway. */
export function contentRequest(seen: JobView): ProbeRequest | undefined {
  const path = contentAddress(seen)?.path;
  if (seen.id === undefined || path === undefined) return undefined;
  return { operation: 'other', path, group: { kind: 'job', id: seen.id } };
}

/** Where the content of a job is at OpenAI (Videos: GET /videos/{id}/content). */
export function usualContentRequest(id: string): ProbeRequest {
  const path = `${OPERATIONS['video-create'].path}/${encodeURIComponent(id)}/content`;
  return { operation: 'other', path, group: { kind: 'job', id } };
}
