import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { repeats } from './fewer.ts';
import { offered } from './offered.ts';
import { relayed, type Sent } from './relayed.ts';
import { accepted, chatRequest, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

const REPEATS = 20;

/** Plain requests of each kind, 20 of each: one body, and a stream where there is one. */
export const relayedRequests: Probe<'relay'> = {
  name: 'requests-seen-at-both-ends',
  modest: '2 requests of each kind instead of 20',
  async run(gateway) {
    const bodies = billableOf(gateway).map((operation): Kind => [operation, plain(operation)]);
    const kinds = [...bodies, ...streamsOf(gateway)];
    const sent = await Promise.all(
      kinds.map(([label, make]) =>
        sequentially(Array.from({ length: repeats(gateway, REPEATS, 2) }), () =>
          sendOne(gateway, label, make),
        ),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};

type Make = (gateway: ProbeGateway, nonce: string) => ProbeRequest;
type Kind = readonly [label: string, make: Make];

function plain(operation: Parameters<typeof billableRequest>[1]): Make {
  return ({ expect }, nonce) => billableRequest(expect, operation, nonce);
}

function streamsOf(gateway: ProbeGateway): readonly Kind[] {
  const { expect } = gateway;
  const ask = (nonce: string) => ({ prompt: `Say one word about ${nonce}.`, stream: true });
  const kinds: readonly Kind[] = [
    ['chat stream', (_, nonce) => chatRequest(expect, ask(nonce))],
    ['responses stream', (_, nonce) => responsesRequest(expect, ask(nonce))],
  ];
  return kinds.filter(([, make]) => offered(gateway, [make(gateway, '')]).length > 0);
}

async function sendOne(gateway: ProbeGateway, label: string, make: Make): Promise<Sent> {
  const nonce = gateway.nonce();
  const exchange = await gateway.send(accepted(make(gateway, nonce)));
  return { label, nonce, exchanges: [exchange] };
}
