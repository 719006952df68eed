import { contentAddress, isTerminal, type JobView, jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, billableRequest, sentOnce } from '../requests/plain.ts';

/** What the probes of a job need. */
export const CREATED = 'a video job that was created';

/** Reads of a job that has ended: enough to see one that still changes. */
export const READS_AFTER_END = 5;
/** Reads of a cancelled job, two at a time: enough to see one stale replica among several. */
export const READS_AFTER_CANCEL = 6;

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

/** Cancels a job as another tenant, where jobs can be cancelled. */
export async function cancelAsAnother(
  gateway: ProbeGateway,
  id: string,
): Promise<readonly Exchange[]> {
  if (!gateway.offers('video-cancel')) return [];
  return [await gateway.send({ ...cancel(id), credential: 'second' })];
}

/** A request for the content_url of a job; undefined if that is not at this gateway. */
function contentRequest(seen: JobView): ProbeRequest | undefined {
  const path = contentAddress(seen)?.path;
  if (seen.id === undefined || path === undefined) return undefined;
  return { operation: 'other', path, group: { kind: 'job', id: seen.id } };
}

/** Where the content of a job is at OpenAI (Videos: GET /videos/{id}/content). */
function usualContentRequest(id: string): ProbeRequest {
  const path = `${OPERATIONS['video-create'].path}/${encodeURIComponent(id)}/content`;
  return { operation: 'other', path, group: { kind: 'job', id } };
}

/** Reads a job until it no longer waits. */
export async function readUntilItRuns(
  gateway: ProbeGateway,
  id: string,
): Promise<readonly Exchange[]> {
  const { expect } = gateway;
  const reads: Exchange[] = [];
  let latest: Exchange;
  do {
    if (reads.length > 0) await gateway.sleep(expect.videoPollMs);
    latest = await gateway.send(read(id));
    reads.push(latest);
  } while (
    jobIn(latest, expect.videoStates)?.stage === 'waiting' &&
    latest.timing.endMs - (reads[0]?.timing.sendMs ?? 0) < expect.videoDeadlineMs
  );
  return reads;
}

/** Enough to see that there is content: a video may be large. */
const BEGINNING_BYTES = 1024;
/** No video is that large. */
export const RANGE_BEYOND = `bytes=${2 ** 50}-`;

/**
 * Downloads the beginning of the content of a job; where that is a range, also one of its middle and one beyond the
 * end. Nothing if the content is not at this gateway: a key goes to no other host.
 */
export async function fetchContent(
  gateway: ProbeGateway,
  latest: Exchange | undefined,
): Promise<readonly Exchange[]> {
  const seen = latest && jobIn(latest, gateway.expect.videoStates);
  const request = seen && contentRequest(seen);
  if (request === undefined) return [];
  const ranged = (range: string) => gateway.send({ ...request, headers: { range } });
  const beginning = await ranged(`bytes=0-${BEGINNING_BYTES - 1}`);
  if (beginning.answer?.status !== 206) return [beginning];
  const known = Math.min(beginning.answer.sizeBytes, BEGINNING_BYTES);
  const middle = `bytes=${Math.floor(known / 4)}-${Math.floor(known / 2)}`;
  return [beginning, await ranged(middle), await ranged(RANGE_BEYOND)];
}

/** The whole content of a job that has completed, from where the job says it is, or else OpenAI. */
export async function contentOf(
  gateway: ProbeGateway,
  id: string,
  latest: Exchange | undefined,
): Promise<readonly Exchange[]> {
  const job = latest && jobIn(latest, gateway.expect.videoStates);
  if (job?.stage !== 'completed') return [];
  return [await gateway.send(sentOnce(contentRequest(job) ?? usualContentRequest(id)))];
}
