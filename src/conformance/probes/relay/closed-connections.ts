import { type Exchange, isSuccess } from '../../../exchange/exchange.ts';
import type { UpstreamFailure } from '../../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { accepted, chatRequest, legal, videoRequest } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { relayed, type Sent } from '../relayed.ts';
import { createdId, read } from '../video-polls.ts';

const CLOSED_AFTER_MS = 20;
/** A gateway has noticed by then that a connection was closed. */
const NOTICED_MS = 200;
/** The upstream refuses connections for no longer, whatever happens here. */
const MOST_MS = 10_000;

/**
 * Requests after one whose connection the upstream closes: while it is idle, and at the moment when
 * an idempotent request arrives on it. A POST that meets the second may rightly fail, because it may
 * have had an effect.
 */
export const closedConnections: Probe<'relay'> = {
  name: 'connections-that-the-upstream-closes',
  alone: true,
  async run(gateway) {
    const sent: Sent[] = [];
    if (gateway.offers('chat')) sent.push(await chatAfterIdle(gateway));
    if (gateway.offers('video-create') && gateway.offers('video-read')) {
      sent.push(await readAtReuse(gateway));
    }
    return relayed(gateway, sent);
  },
};

async function chatAfterIdle(gateway: ProbeGateway): Promise<Sent> {
  const nonce = await onFirstAnswer(gateway, 'close-after');
  const ask = (place: number) =>
    gateway.send({
      ...legal(chatRequest(gateway.expect, { prompt: `Say word ${place} about ${nonce}.` })),
      retries: 0,
    });
  const first = await ask(1);
  await gateway.sleep(CLOSED_AFTER_MS + NOTICED_MS);
  return { label: 'a chat, closed while idle', nonce, exchanges: [first, await ask(2)] };
}

async function readAtReuse(gateway: ProbeGateway): Promise<Sent> {
  const nonce = await onFirstAnswer(gateway, 'close-on-reuse');
  const prompt = `A red circle that rolls, for ${nonce}.`;
  const created = await gateway.send(accepted(videoRequest(gateway.expect, { prompt })));
  const id = createdId(created, gateway);
  const reads: Exchange[] = [];
  if (id !== undefined) {
    const request = { ...read(id), retries: 0 };
    const first = await gateway.send(request);
    reads.push(first);
    // Whether it is the connection, and not the read, that failed.
    if (!isSuccess(first.answer)) reads.push(await gateway.send(request));
  }
  await dropIdleConnections(gateway);
  return { label: 'a read, closed at reuse', nonce, exchanges: [created, ...reads] };
}

/** Without other idle connections, the gateway can use only the one that is then closed. */
async function onFirstAnswer(gateway: ProbeGateway, kind: UpstreamFailure): Promise<string> {
  await dropIdleConnections(gateway);
  const nonce = gateway.nonce();
  await gateway.upstream.script(nonce, [{ fail: { kind, forMs: CLOSED_AFTER_MS } }, {}]);
  return nonce;
}

/** The upstream closes them all, and then accepts new ones again. */
async function dropIdleConnections(gateway: ProbeGateway): Promise<void> {
  await gateway.upstream.script('', [{ fail: { kind: 'refuse-connection', forMs: MOST_MS } }]);
  await gateway.sleep(NOTICED_MS);
  await gateway.upstream.script('', []);
}
