import type { ProbeGateway, ProbeRequest } from '../../src/conformance/gateway.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The gateway of a probe, with a callback for each request and its exchange. */
export function watched(
  gateway: ProbeGateway,
  seen: (request: ProbeRequest, exchange: Exchange) => void,
): ProbeGateway {
  const each = (requests: readonly ProbeRequest[], exchanges: readonly Exchange[]) => {
    for (const [at, exchange] of exchanges.entries()) {
      const request = requests[at];
      if (request !== undefined) seen(request, exchange);
    }
    return exchanges;
  };
  const one = (request: ProbeRequest, exchange: Exchange) => {
    seen(request, exchange);
    return exchange;
  };
  return {
    expect: gateway.expect,
    effort: gateway.effort,
    upstream: gateway.upstream,
    offers: (operation) => gateway.offers(operation),
    nonce: () => gateway.nonce(),
    effects: () => gateway.effects(),
    sleep: (ms) => gateway.sleep(ms),
    send: async (request) => one(request, await gateway.send(request)),
    control: async (request) => one(request, await gateway.control(request)),
    together: async (requests) => each(requests, await gateway.together(requests)),
    inOrder: async (requests) => each(requests, await gateway.inOrder(requests)),
  };
}
