import { relaySilentDeadline } from '../../../../src/conformance/rules/relay/relay-silent-deadline.ts';
import type { Exchange, Outcome } from '../../../../src/exchange/exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const silent = call({ failure: 'silence', outcome: 'disconnected' });
const expected = '504, 408, 502 or 503 within 120000 ms';

/** An exchange that ended after this time. */
function ended(exchange: Exchange, endMs = 120_000): Exchange {
  return { ...exchange, timing: { ...exchange.timing, endMs } };
}
const status = (given: number, endMs?: number) =>
  ended(answer({ error: { message: 'It is silent.' } }, { status: given }), endMs);
const without = (outcome: Outcome) => ended(answer('', { unanswered: true, outcome }), 121_000.4);

ruleTable(relaySilentDeadline, [
  ...[408, 502, 503, 504].map((given) => ({
    name: `status ${given} in time`,
    evidence: relay([status(given)], [silent]),
  })),
  {
    name: 'status 504 while the upstream request is still open',
    evidence: relay([status(504)], [], { open: 1 }),
  },
  {
    name: 'a stream with an error in time',
    evidence: relay([ended(stream([event({ error: { message: 'Silence.' } })]))], [silent]),
  },
  {
    name: 'status 504 too late',
    evidence: relay([status(504, 120_001)], [silent]),
    findings: [{ expected, actual: 'an end after 120001 ms' }],
  },
  {
    name: 'the same for a gateway that may wait for longer',
    evidence: relay([status(504, 120_001)], [silent]),
    expect: { upstreamDeadlineMs: 130_000 },
  },
  {
    name: 'no answer before the caller disconnects',
    evidence: relay([without('aborted')], [silent]),
    findings: [{ expected, actual: 'no end after 121000 ms' }],
  },
  {
    name: 'no answer for longer than Assay waits',
    evidence: relay([without('timed-out')], [silent]),
    findings: [{ actual: 'no end after 121000 ms' }],
  },
  {
    name: 'a connection that broke',
    evidence: relay([ended(answer('', { unanswered: true, outcome: 'reset' }))], [silent]),
    findings: [{ actual: 'no answer' }],
  },
  {
    name: 'status 500',
    evidence: relay([status(500)], [silent]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a good end of a stream',
    evidence: relay([ended(stream([event('[DONE]')]))], [silent]),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'six attempts',
    evidence: relay(
      [status(504)],
      Array.from({ length: 6 }, () => silent),
    ),
  },
  {
    name: 'a seventh attempt, which is not over',
    evidence: relay(
      [status(504)],
      Array.from({ length: 6 }, () => silent),
      { open: 1 },
    ),
    findings: [{ expected: 'at most 6 upstream requests', actual: '7 upstream requests' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([status(504)], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
