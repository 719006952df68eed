import type { ProbeGateway } from '../../src/conformance/gateway.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The gateway of a probe that changes exchanges before the probe sees them. */
export function altered(
  gateway: ProbeGateway,
  change: (exchange: Exchange) => Exchange,
): ProbeGateway {
  return {
    expect: gateway.expect,
    effort: gateway.effort,
    upstream: gateway.upstream,
    offers: (operation) => gateway.offers(operation),
    nonce: () => gateway.nonce(),
    effects: () => gateway.effects(),
    sleep: (ms) => gateway.sleep(ms),
    send: async (request) => change(await gateway.send(request)),
    control: async (request) => change(await gateway.control(request)),
    together: async (requests) => (await gateway.together(requests)).map(change),
    inOrder: async (requests) => (await gateway.inOrder(requests)).map(change),
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
