import { contentAddress } from '../../answers/video-content.ts';
import { jobIn } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';

/** Enough to see that there is content: a video may be large. */
const FIRST_BYTES = 'bytes=0-1023';

/** Downloads the content_url of a job; nothing if that is not at this gateway. */
export async function fetchContent(
  gateway: ProbeGateway,
  read: Exchange | undefined,
): Promise<readonly Exchange[]> {
  const job = read && jobIn(read, gateway.expect.videoStates);
  const path = job && contentAddress(job)?.path;
  if (job?.id === undefined || path === undefined) return [];
  const group = { kind: 'job', id: job.id } as const;
  return [await gateway.send({ operation: 'other', path, headers: { range: FIRST_BYTES }, group })];
}
