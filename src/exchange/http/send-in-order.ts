import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../capture.ts';
import { type Exchange, header } from '../exchange.ts';
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
  const connection = new RawConnection(connectTo(first.origin));
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
    const isOver = sent.outcome !== 'answered' || announcesClose(sent);
    if (isOver || !connection.isReusable) break;
  }
  connection.destroy();
  return exchanges;
}

function announcesClose({ answer }: Exchange): boolean {
  return /\bclose\b/i.test(header(answer?.headers ?? [], 'connection') ?? '');
}
