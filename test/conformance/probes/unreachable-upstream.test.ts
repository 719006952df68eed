import { expect, test } from 'vitest';
import type { ProbeRequest } from '../../../src/conformance/gateway.ts';
import { unreachableUpstream } from '../../../src/conformance/probes/relay/connections.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import type { Exchange, Outcome } from '../../../src/exchange/exchange.ts';
import { EXPECT } from '../../support/judge-reference.ts';

/** A gateway that breaks the first requests off: its pooled connections are closed. */
class WithStaleConnections extends DryRunGateway {
  #stale: number;

  constructor(stale: number) {
    super(unreachableUpstream.name, EXPECT);
    this.#stale = stale;
  }

  override async send(request: ProbeRequest): Promise<Exchange> {
    const { answer, ...exchange } = await super.send(request);
    const { firstByteMs: _, ...timing } = exchange.timing;
    this.#stale -= 1;
    if (this.#stale >= 0) return { ...exchange, timing, outcome: 'reset' };
    return answer === undefined ? exchange : { ...exchange, answer };
  }
}

async function outcomesWith(stale: number): Promise<readonly Outcome[]> {
  const relays = await unreachableUpstream.run(new WithStaleConnections(stale));
  return relays.flatMap(({ exchanges }) => exchanges.map(({ outcome }) => outcome));
}

test('refused connections: a request that found a closed connection of the pool is sent again', async () => {
  const outcomes = await outcomesWith(3);
  expect(outcomes.length).toBeGreaterThan(3);
  expect(new Set(outcomes)).toEqual(new Set(['answered']));
});

test('refused connections: a gateway that breaks every request off is judged by that', async () => {
  expect(new Set(await outcomesWith(1000))).toEqual(new Set(['reset']));
});
