import type { ProbeGateway, ProbeRequest } from '../../src/conformance/gateway.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The gateway of a probe that sees each request and changes its exchange before the probe sees it. */
export function altered(
  gateway: ProbeGateway,
  change: (request: ProbeRequest, exchange: Exchange) => Exchange,
): ProbeGateway {
  const each = (requests: readonly ProbeRequest[], exchanges: readonly Exchange[]) =>
    exchanges.map((exchange, at) => {
      const request = requests[at];
      return request === undefined ? exchange : change(request, exchange);
    });
  return {
    expect: gateway.expect,
    effort: gateway.effort,
    run: gateway.run,
    hasSecondKey: gateway.hasSecondKey,
    upstream: gateway.upstream,
    offers: (operation) => gateway.offers(operation),
    nonce: () => gateway.nonce(),
    ledger: gateway.ledger,
    sleep: (ms) => gateway.sleep(ms),
    send: async (request) => change(request, await gateway.send(request)),
    control: async (request) => change(request, await gateway.control(request)),
    together: async (requests) => each(requests, await gateway.together(requests)),
    inOrder: async (requests) => each(requests, await gateway.inOrder(requests)),
  };
}

/** The same exchange always gives the same changed one, so that it can be recognised. */
export function once(change: (exchange: Exchange) => Exchange): (exchange: Exchange) => Exchange {
  const changes = new WeakMap<Exchange, Exchange>();
  return (exchange) => {
    const changed = changes.get(exchange) ?? change(exchange);
    changes.set(exchange, changed);
    return changed;
  };
}
