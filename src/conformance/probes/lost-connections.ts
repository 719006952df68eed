import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, chatRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { keyed } from './idempotency-key.ts';

/** Before any model has written a whole answer. */
const DISCONNECT_AFTER_MS = 100;
/**
 * If the answer had arrived by then, the client disconnects earlier, but not before the gateway
 * has the request.
 */
const EARLIER = 3;
const SOONEST_MS = 5;
const DISCONNECT_AFTER_EVENTS = 2;
const RETRIES_WITHIN_DEADLINE = 40;

/**
 * A chat and a chat stream with a key whose client disconnects, and retries until one is answered.
 * If the retries are refused, the same request under another key comes last, with a retry of its own.
 */
export const lostConnections: Probe<'series'> = {
  name: 'retries-after-a-lost-connection',
  run(gateway) {
    const model = modelFor(gateway.expect.slowModel, 'chat');
    const ask = (stream: boolean) =>
      accepted(
        chatRequest(gateway.expect, {
          prompt: `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`,
          model,
          ...(stream ? { stream } : {}),
        }),
      );
    return Promise.all([
      lost(gateway, 'a lost body', ask(false), { disconnectAfterMs: DISCONNECT_AFTER_MS }),
      lost(gateway, 'a lost stream', ask(true), { disconnectAfterEvents: DISCONNECT_AFTER_EVENTS }),
    ]);
  },
};

/** Disconnects before the answer: earlier, with another key, if it had arrived by then. */
async function leaving(
  gateway: ProbeGateway,
  request: ProbeRequest,
  disconnect: Pick<ProbeRequest, 'disconnectAfterMs' | 'disconnectAfterEvents'>,
): Promise<{ readonly key: string; readonly left: Exchange }> {
  const key = freshKey();
  const left = await gateway.send({ ...keyed(request, key), ...disconnect });
  const { disconnectAfterMs = 0 } = disconnect;
  const isLate = left.outcome === 'answered' && disconnectAfterMs > SOONEST_MS;
  if (!isLate) return { key, left };
  return leaving(gateway, request, { disconnectAfterMs: disconnectAfterMs / EARLIER });
}

async function lost(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
  disconnect: Pick<ProbeRequest, 'disconnectAfterMs' | 'disconnectAfterEvents'>,
): Promise<Series> {
  const { recoveryDeadlineMs } = gateway.expect;
  const { key, left } = await leaving(gateway, request, disconnect);
  const exchanges: Exchange[] = [left];
  let last = left;
  do {
    if (last !== left) await gateway.sleep(recoveryDeadlineMs / RETRIES_WITHIN_DEADLINE);
    last = await gateway.send(keyed(request, key, exchanges.length + 1));
    exchanges.push(last);
  } while (
    dispositionOf(last) !== 'accepted' &&
    last.timing.endMs - left.timing.endMs < recoveryDeadlineMs
  );
  if (dispositionOf(last) === 'refused') {
    const other = freshKey();
    exchanges.push(await gateway.send(keyed(request, other)));
    await gateway.sleep(gateway.expect.replayLagMs);
    exchanges.push(await gateway.send(keyed(request, other, 2)));
  }
  return { label, exchanges };
}
