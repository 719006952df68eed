import { relayConnectionsFreed } from '../../../../src/conformance/rules/relay/relay-connections-freed.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

/** Its caller had all of it at 5 ms. */
const failed = answer({}, { status: 502 });
const expected = 'the upstream request ended within 30000 ms';

ruleTable(relayConnectionsFreed, [
  {
    name: 'an upstream request that ended with the one of its caller',
    evidence: relay([failed], [call({ endMs: 4 })]),
  },
  { name: 'an end at the last moment', evidence: relay([failed], [call({ endMs: 30_005 })]) },
  {
    name: 'a late end',
    evidence: relay([failed], [call({ endMs: 4 }), call({ endMs: 30_006 })]),
    findings: [{ expected, actual: 'it ended after 30001 ms' }],
  },
  {
    name: 'a late end for a gateway that must be quicker',
    evidence: relay([failed], [call({ endMs: 2006 })]),
    expect: { upstreamReleaseMs: 2000 },
    findings: [
      { expected: 'the upstream request ended within 2000 ms', actual: 'it ended after 2001 ms' },
    ],
  },
  {
    name: 'a connection that stays busy',
    evidence: relay([failed], [], { open: 1 }),
    findings: [{ expected, actual: 'it went on' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([failed], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'no request of a caller',
    evidence: relay([], [call()]),
    unverifiable: 'a request of a caller',
  },
]);
