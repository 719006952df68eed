import type { JudgeRule } from '../../../../src/conformance/rule.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const ended = (endMs: number) => call({ endMs, disconnectedMs: endMs, outcome: 'disconnected' });
const expected = 'the upstream request ended within 2000 ms';

/**
 * The table of a rule about callers that disconnect.
 * @param left of a caller that disconnected at 10 ms
 * @param whole of one that read all
 */
export function disconnectTable(rule: JudgeRule<'relay'>, left: Exchange, whole: Exchange): void {
  ruleTable(rule, [
    { name: 'an end with the caller', evidence: relay([left], [ended(11)]) },
    { name: 'an end at the last moment', evidence: relay([left], [ended(2010)]) },
    { name: 'no upstream request left of two', evidence: relay([left], [ended(11), ended(12)]) },
    {
      name: 'a late end',
      evidence: relay([left], [ended(11), ended(2511)]),
      findings: [{ expected, actual: 'it ended after 2501 ms' }],
    },
    {
      name: 'an upstream request that goes on',
      evidence: relay([left], [], { open: 1 }),
      findings: [{ expected, actual: 'it went on' }],
    },
    {
      name: 'an upstream request that goes on after another one has ended',
      evidence: relay([left], [ended(11)], { open: 1 }),
      findings: [{ expected, actual: 'it went on' }],
    },
    {
      name: 'a late end for a gateway that may take longer',
      evidence: relay([left], [ended(2511)]),
      expect: { upstreamDisconnectMs: 3000 },
    },
    {
      name: 'a late end of a request that no provider charges for',
      evidence: relay([left], [ended(11), { ...ended(2511), operation: 'other' }]),
    },
    {
      name: 'no upstream request',
      evidence: relay([left], []),
      unverifiable: 'an upstream request with the nonce',
    },
    {
      name: 'a caller that read to the end',
      evidence: relay([whole], [ended(9000)]),
      unverifiable: 'a caller that disconnects',
    },
  ]);
}
