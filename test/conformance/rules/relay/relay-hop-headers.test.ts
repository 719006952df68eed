import { HOP_VALUE, LISTED_HEADER } from '../../../../src/conformance/probes/relay/headers.ts';
import { relayHopHeaders } from '../../../../src/conformance/rules/relay/relay-hop-headers.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const got = (...headers: readonly (readonly [string, string])[]) => call({ request: { headers } });

ruleTable(relayHopHeaders, [
  {
    name: 'headers of the gateway for its own connection',
    evidence: relay([answer({})], [got(['connection', 'keep-alive'], ['te', 'trailers'])]),
  },
  {
    name: 'a header that Connection names',
    evidence: relay([answer({})], [got([LISTED_HEADER, '1'])]),
    findings: [{ expected: 'absent', where: `header ${LISTED_HEADER} of the upstream request` }],
  },
  {
    name: 'headers of the connection',
    evidence: relay([answer({})], [got(['te', HOP_VALUE], ['keep-alive', `${HOP_VALUE}=1`])]),
    findings: [
      { where: 'header te of the upstream request' },
      { where: 'header keep-alive of the upstream request' },
    ],
  },
  {
    name: 'credentials of a proxy, as their digest',
    evidence: relay([answer({})], [got(['proxy-authorization', 'Basic sha256:0011223344556677'])]),
    findings: [{ where: 'header proxy-authorization of the upstream request' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
