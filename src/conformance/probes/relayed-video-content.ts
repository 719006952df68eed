import { jobIn } from '../../answers/video-jobs.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { accepted, sentOnce, videoRequest } from './requests.ts';
import { contentRequest, usualContentRequest } from './video-content.ts';
import { createdId, readToEnd } from './video-polls.ts';

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
    await gateway.upstream.script(nonce, [{ states: DONE, contentBase64 }]);
    const prompt = `A red circle that rolls, for ${nonce}.`;
    const created = await gateway.send(accepted(videoRequest(gateway.expect, { prompt })));
    const id = createdId(created, gateway);
    if (id === undefined) return [];
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
