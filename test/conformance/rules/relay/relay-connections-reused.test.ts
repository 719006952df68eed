import { relayConnectionsReused } from '../../../../src/conformance/rules/relay/relay-connections-reused.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

/** Calls on these places of their connections. */
const calls = (...places: readonly number[]) =>
  places.map((nthOnConnection) => call({ nthOnConnection }));

ruleTable(relayConnectionsReused, [
  {
    name: 'one connection for all',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
  },
  {
    name: 'one connection that was used before',
    evidence: relay([answer({})], calls(7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
  },
  {
    name: 'several connections in turn',
    evidence: relay([answer({})], calls(3, 9, 4, 10, 5, 11, 6, 12, 7, 13)),
  },
  {
    name: 'two new connections of ten',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 1, 2, 3, 4, 5)),
    findings: [
      {
        expected: 'at least 9 of 10 upstream requests on a connection that was used before',
        actual: '8',
      },
    ],
  },
  {
    name: 'two new connections of eleven',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5)),
  },
  {
    name: 'a new connection for each',
    evidence: relay([answer({})], calls(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
    findings: [
      {
        expected: 'at least 9 of 10 upstream requests on a connection that was used before',
        actual: '0',
      },
    ],
  },
  {
    name: 'few requests',
    evidence: relay([answer({})], calls(1, 1, 1, 1, 1, 1, 1, 1, 1)),
    unverifiable: '10 upstream requests in succession',
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
