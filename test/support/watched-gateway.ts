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
  return {
    expect: gateway.expect,
    offers: (operation) => gateway.offers(operation),
    nonce: () => gateway.nonce(),
    effects: () => gateway.effects(),
    sleep: (ms) => gateway.sleep(ms),
    async send(request) {
      const exchange = await gateway.send(request);
      seen(request, exchange);
      return exchange;
    },
    together: async (requests) => each(requests, await gateway.together(requests)),
    inOrder: async (requests) => each(requests, await gateway.inOrder(requests)),
  };
}
