import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { reception } from '../reception.ts';
import type { Probe, Series } from '../rule.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted, chatRequest } from './requests.ts';

/** Before any model has written a whole answer. */
const LEAVE_AFTER_MS = 100;
const LEAVE_AFTER_EVENTS = 2;
const RETRIES_WITHIN_DEADLINE = 40;

/** A chat and a chat stream with a key that the caller leaves, and retries until one is answered. */
export const lostConnections: Probe<'series'> = {
  name: 'retries-after-a-lost-connection',
  run(gateway) {
    const model = gateway.expect.slowModel ?? gateway.expect.chatModel;
    const ask = (stream: boolean) =>
      accepted(
        chatRequest(gateway.expect, {
          prompt: `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`,
          model,
          ...(stream ? { stream } : {}),
        }),
      );
    return Promise.all([
      lost(gateway, 'a lost body', ask(false), { leaveAfterMs: LEAVE_AFTER_MS }),
      lost(gateway, 'a lost stream', ask(true), { leaveAfterEvents: LEAVE_AFTER_EVENTS }),
    ]);
  },
};

async function lost(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
  leave: Pick<ProbeRequest, 'leaveAfterMs' | 'leaveAfterEvents'>,
): Promise<Series> {
  const { recoveryDeadlineMs } = gateway.expect;
  const key = freshKey();
  const left = await gateway.send({ ...keyed(request, key), ...leave });
  const exchanges: Exchange[] = [left];
  let last = left;
  do {
    if (last !== left) await gateway.sleep(recoveryDeadlineMs / RETRIES_WITHIN_DEADLINE);
    last = await gateway.send(keyed(request, key, exchanges.length + 1));
    exchanges.push(last);
  } while (
    reception(last) !== 'accepted' &&
    last.timing.endMs - left.timing.endMs < recoveryDeadlineMs
  );
  return { label, exchanges };
}
