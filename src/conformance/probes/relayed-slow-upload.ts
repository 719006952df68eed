import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { legal, tone, transcriptionRequest } from './requests.ts';

const KIB = 1024;
const FILE_BYTES = 256 * KIB;
/** The upload takes a second, in four pieces. */
const WRITE_BYTES_PER_SECOND = 256 * KIB;

/** An upload whose caller sends it slowly, and gets its answer at once. */
export const relayedSlowUpload: Probe<'relay'> = {
  name: 'slow-upload-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    if (!gateway.offers('transcription')) return [];
    const step = { ttftMs: 0, itlMs: 0 };
    const sent = await sendScripted(gateway, 'a slow upload', step, (nonce) => ({
      ...legal(transcriptionRequest(gateway.expect, { content: tone(nonce, FILE_BYTES) })),
      writeBytesPerSecond: WRITE_BYTES_PER_SECOND,
      retries: 0,
    }));
    return relayed(gateway, [sent]);
  },
};
