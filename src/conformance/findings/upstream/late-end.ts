import type { Relay } from '../../evidence.ts';
import { type Finding, need } from '../../rule.ts';
import { callsOf } from '../upstream-calls.ts';

/**
 * Upstream requests that went on after the request of their caller was over.
 * @param mostMs how long after that the last of them may end
 */
export function* lateEnd(relay: Relay, mostMs: number): Iterable<Finding> {
  const [exchange] = relay.exchanges;
  const calls = callsOf(relay);
  need(calls.length + relay.open > 0, 'an upstream request with the nonce of the prompt');
  need(exchange, 'a request of a caller');
  const expected = `the upstream request ended within ${mostMs} ms`;
  if (relay.open > 0) {
    yield { expected, actual: 'it went on', exchange };
    return;
  }
  const lateMs = Math.max(...calls.map(({ endMs }) => endMs)) - exchange.timing.endMs;
  if (lateMs <= mostMs) return;
  yield { expected, actual: `it ended after ${lateMs.toFixed(0)} ms`, exchange };
}
