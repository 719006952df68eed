import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../capture.ts';
import type { Exchange } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { connectTo } from './connect-to.ts';
import { RawConnection } from './raw-connection.ts';

/** Time for the gateway to read what was written, so that only the last bytes are missing. */
const HOLD_MS = 20;

/**
 * Sends requests so that they meet in the gateway: each over its own connection, all but the last
 * byte written, then every last byte in one turn of the event loop. By then the requests have
 * passed everything that would hide a check-then-set.
 */
export async function sendTogether(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const held = await Promise.all(
    outgoings.map((outgoing) => new RawConnection(connectTo(outgoing.origin)).hold(outgoing, run)),
  );
  await sleep(HOLD_MS);
  return await Promise.all(held.map(({ release }) => release()));
}
