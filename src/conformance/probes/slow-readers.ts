import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { textForms } from './text-forms.ts';

const KIB = 1024;

/** Long enough for a gateway that reads as fast as it can to take more than it may. */
const READ_MS = 2500;
/** A gateway that has read far ahead may be busy with it for longer than it may keep a connection. */
const BUSY_MS = 15_000;
const READ_BYTES_PER_SECOND = 64 * KIB;
/** Small enough for gateways that limit the size of a line. */
const PIECE_BYTES = 16 * KIB;

/** Streams, of twice what the gateway may take ahead of a slow reader, who disconnects. */
export const slowReaders: Probe<'relay'> = {
  name: 'streams-to-slow-readers',
  alone: true,
  last: true,
  async run(gateway) {
    const { expect } = gateway;
    const tokens = Math.ceil((2 * expect.upstreamAheadBytes) / PIECE_BYTES);
    const step = { tokens, pieceBytes: PIECE_BYTES, ttftMs: 0, itlMs: 0 };
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(({ name, request }) =>
        sendScripted(gateway, name, step, (nonce) => ({
          ...sentOnce(request(nonce)),
          readBytesPerSecond: READ_BYTES_PER_SECOND,
          disconnectAfterMs: READ_MS,
        })),
      ),
    );
    return relayed(gateway, sent, expect.upstreamDisconnectMs + BUSY_MS);
  },
};
