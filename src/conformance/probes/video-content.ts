import { contentAddress, type JobView, jobIn } from '../../answers/video-jobs.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';

/** Enough to see that there is content: a video may be large. */
const FIRST_BYTES = 'bytes=0-1023';

/** Downloads the beginning of the content of a job; nothing if that is not at this gateway. */
export async function fetchContent(
  gateway: ProbeGateway,
  read: Exchange | undefined,
): Promise<readonly Exchange[]> {
  const job = read && jobIn(read, gateway.expect.videoStates);
  const request = job && contentRequest(job);
  if (request === undefined) return [];
  return [await gateway.send({ ...request, headers: { range: FIRST_BYTES } })];
}

/**
 * Requests the content of a job as another caller; nothing if it is not where OpenAI has it: any other address may
 * be a secret that replaces the key.
 */
export async function contentFor(
  gateway: ProbeGateway,
  read: Exchange | undefined,
  credential: 'second' | 'none',
): Promise<readonly Exchange[]> {
  const job = read && jobIn(read, gateway.expect.videoStates);
  const request = job && contentRequest(job);
  const isUsual = job?.id !== undefined && request?.path === usualContentRequest(job.id).path;
  return request && isUsual ? [await gateway.send({ ...request, credential })] : [];
}

/** A request for the content_url of a job; undefined if that is not at this gateway. */
export function contentRequest(job: JobView): ProbeRequest | undefined {
  const path = contentAddress(job)?.path;
  if (job.id === undefined || path === undefined) return undefined;
  return { operation: 'other', path, group: { kind: 'job', id: job.id } };
}

/** Where the content of a job is at OpenAI (Videos: GET /videos/{id}/content). */
export function usualContentRequest(id: string): ProbeRequest {
  const path = `${OPERATIONS['video-create'].path}/${encodeURIComponent(id)}/content`;
  return { operation: 'other', path, group: { kind: 'job', id } };
}
