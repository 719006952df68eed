import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../capture.ts';
import { type Exchange, header } from '../exchange.ts';
import { Http2Connection } from '../http2/http2-connection.ts';
import type { Outgoing } from '../outgoing.ts';
import { connectTo } from './connect-to.ts';
import { RawConnection } from './raw-connection.ts';

/** Time for bytes that a gateway sends after a response. */
const REST_MS = 30;

/**
 * Sends requests one after the other over one connection, each when the previous one was answered.
 * Ends early when the gateway closes the connection, announces that, or sends more bytes than the
 * answer: they would be read as the next one.
 */
export async function sendInOrder(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const [first] = outgoings;
  if (first === undefined) return [];
  const exchanges: Exchange[] = [];
  const connection = connectionFor(first);
  for (const outgoing of outgoings) {
    const sent = await connection.exchange(outgoing, run);
    if (sent.outcome === 'answered') {
      await sleep(REST_MS);
      // On a busy machine that time may be over before what came in it has been read.
      await afterReading();
    }
    const surplus = connection.surplus(run);
    exchanges.push({
      ...sent,
      ...(exchanges.length > 0 && { onSameConnection: true as const }),
      ...(surplus !== undefined && { surplus }),
    });
    // Over HTTP/2 a stream can end alone.
    const isOver = !outgoing.access?.http2 && (sent.outcome !== 'answered' || announcesClose(sent));
    if (isOver || !connection.isReusable) break;
  }
  connection.destroy();
  return exchanges;
}

function announcesClose({ answer }: Exchange): boolean {
  return /\bclose\b/i.test(header(answer?.headers ?? [], 'connection') ?? '');
}

/**
 * Time for the gateway to read what was written, so that only the last bytes are missing. In several turns of the
 * event loop: on a busy machine one is over before what was to be written has been.
 */
const HOLD_TURNS = 4;
const TURN_MS = 5;

/**
 * Sends requests so that they meet in the gateway: each over its own connection, or stream of one, all but the last
 * byte written, then every last byte in one turn of the event loop. By then the requests have
 * passed everything that would hide a check-then-set.
 */
export async function sendTogether(
  outgoings: readonly Outgoing[],
  run: Run,
): Promise<readonly Exchange[]> {
  const shared = new Map<string, Http2Connection>();
  const held = await Promise.all(
    outgoings.map((outgoing) => connectionWithin(shared, outgoing).hold(outgoing, run)),
  );
  for (let turn = 0; turn < HOLD_TURNS; turn += 1) await sleep(TURN_MS);
  const exchanges = await Promise.all(held.map(({ release }) => release()));
  for (const connection of shared.values()) connection.destroy();
  return exchanges;
}

/** A separate connection, or that of HTTP/2 with its origin. */
function connectionWithin(shared: Map<string, Http2Connection>, outgoing: Outgoing) {
  const connection = shared.get(outgoing.origin) ?? connectionFor(outgoing);
  if (connection instanceof Http2Connection) shared.set(outgoing.origin, connection);
  return connection;
}

function connectionFor({ origin, access }: Outgoing): RawConnection | Http2Connection {
  return access?.http2
    ? new Http2Connection(origin, access)
    : new RawConnection(connectTo(origin, access));
}
