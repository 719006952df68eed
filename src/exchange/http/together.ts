import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../capture.ts';
import type { Exchange } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { requestBytes } from './request-bytes.ts';
import { RawExchange } from './socket.ts';

/** Time for the gateway to read what was written, so that only the last bytes are missing. */
const SETTLE_MS = 20;

/**
 * Sends requests so that they meet in the gateway: each over a connection of its own that
 * already stands, all but the last byte written, then every last byte in one turn of the event
 * loop. What would hide a check-then-set is behind them all by then.
 */
export async function sendTogether(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const racers = outgoings.map((outgoing) => {
    const bytes = requestBytes(outgoing);
    return {
      raw: new RawExchange(outgoing, run),
      start: bytes.subarray(0, -1),
      last: bytes.subarray(-1),
    };
  });
  await Promise.all(racers.map(({ raw }) => raw.connected()));
  await Promise.all(racers.map(({ raw, start }) => raw.write(start)));
  await sleep(SETTLE_MS);
  for (const { raw, last } of racers) raw.release(last);
  return Promise.all(racers.map(({ raw }) => raw.settled));
}
