import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../capture.ts';
import type { Exchange } from '../exchange.ts';
import type { Outgoing } from '../outgoing.ts';
import { connectTo } from './connect-to.ts';
import { RawConnection } from './raw-connection.ts';

/**
 * Time for the gateway to read what was written, so that only the last bytes are missing. In several turns of the
 * event loop: on a busy machine one is over before what was to be written has been.
 */
const HOLD_TURNS = 4;
const TURN_MS = 5;

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
  for (let turn = 0; turn < HOLD_TURNS; turn += 1) await sleep(TURN_MS);
  return await Promise.all(held.map(({ release }) => release()));
}
