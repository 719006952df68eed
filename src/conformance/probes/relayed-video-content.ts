import { jobIn } from '../../answers/video-jobs.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { createScriptedJob } from './scripted-job.ts';
import { contentRequest, usualContentRequest } from './video-content.ts';
import { readToEnd } from './video-polls.ts';

const SIZE_BYTES = 64 * 1024;
const DONE: readonly (readonly [number, string, number])[] = [[0, 'completed', 100]];

/** All bytes that there are, so that one that is read as a text changes. */
function contentWith(nonce: string): Buffer {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.alloc(SIZE_BYTES, Buffer.concat([Buffer.from(`${nonce} \r\n`), bytes]));
}

/** A video job that has ended as soon as it is created, and its content. */
export const relayedVideoContent: Probe<'relay'> = {
  name: 'video-content-seen-at-both-ends',
  seeks: 'a completed video job',
  async run(gateway) {
    const { videoStates, videoDeadlineMs } = gateway.expect;
    const nonce = gateway.nonce();
    const contentBase64 = contentWith(nonce).toString('base64');
    const scripted = await createScriptedJob(gateway, nonce, { states: DONE, contentBase64 });
    if (scripted === undefined) return [];
    const { id, created } = scripted;
    const reads = await readToEnd(gateway, id, videoDeadlineMs);
    const last = reads.at(-1);
    const job = last && jobIn(last, videoStates);
    if (job?.stage !== 'completed') return [];
    const request = contentRequest(job) ?? usualContentRequest(id);
    const fetched = await gateway.send(sentOnce(request));
    return relayed(gateway, [
      { label: 'the content of a video', nonce, exchanges: [created, ...reads, fetched] },
    ]);
  },
};
