import { relayDepartureStream } from '../../../../src/conformance/rules/relay/relay-departure-stream.ts';
import { event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

/** The caller disconnected at 10 ms. */
const left = stream([event({})], { outcome: 'aborted' });
const ended = (endMs: number) => call({ endMs, departedMs: endMs, outcome: 'departed' });
const expected = 'the upstream stream ended within 2000 ms';

ruleTable(relayDepartureStream, [
  { name: 'an end with the caller', evidence: relay([left], [ended(11)]) },
  { name: 'an end at the last moment', evidence: relay([left], [ended(2010)]) },
  { name: 'no upstream stream left of two', evidence: relay([left], [ended(11), ended(12)]) },
  {
    name: 'a late end',
    evidence: relay([left], [ended(11), ended(2511)]),
    findings: [{ expected, actual: 'it ended after 2501 ms' }],
  },
  {
    name: 'a stream that goes on',
    evidence: relay([left], [], { open: 1 }),
    findings: [{ expected, actual: 'it went on' }],
  },
  {
    name: 'a late end for a gateway that may take longer',
    evidence: relay([left], [ended(2511)]),
    expect: { upstreamDepartureMs: 3000 },
  },
  {
    name: 'no upstream request',
    evidence: relay([left], []),
    unverifiable: 'an upstream request that carries the word',
  },
  {
    name: 'a caller that read to the end',
    evidence: relay([stream([event({})])], [ended(9000)]),
    unverifiable: 'a caller that disconnects',
  },
]);
