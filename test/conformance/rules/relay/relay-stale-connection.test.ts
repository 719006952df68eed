import { relayStaleConnection } from '../../../../src/conformance/rules/relay/relay-stale-connection.ts';
import { answer, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const good = answer({});
const served = call({ connection: 1, nthOnConnection: 1 });
const onNew = call({ connection: 2, nthOnConnection: 1 });
const expected = 'an answer of the upstream, over a new connection';

ruleTable(relayStaleConnection, [
  { name: 'an answer over a new connection', evidence: relay([good, good], [served, onNew]) },
  {
    name: 'a 502',
    evidence: relay([good, answer({}, { status: 502 })], [served]),
    findings: [{ expected, actual: 'status 502' }],
  },
  {
    name: 'a 502, and then an answer',
    evidence: relay(
      [good, answer({}, { status: 502, sentAtMs: 10 }), answer({}, { sentAtMs: 20 })],
      [served, call({ connection: 2, nthOnConnection: 1, request: { receivedMs: 21 } })],
    ),
    findings: [{ expected, actual: 'status 502' }],
  },
  {
    name: 'a request that never succeeds',
    evidence: relay([good, answer({}, { status: 400 }), answer({}, { status: 400 })], [served]),
    unverifiable: 'a read that succeeds',
  },
  {
    name: 'a connection that ends',
    evidence: relay([good, stream([], { unanswered: true, outcome: 'reset' })], [served]),
    findings: [{ expected, actual: 'reset' }],
  },
  {
    name: 'a failure that has another reason',
    evidence: relay([good, answer({}, { status: 502 })], [served, onNew]),
    unverifiable: 'a request that did not reach the upstream',
  },
  {
    name: 'a failure at the moment when the upstream gets the request',
    evidence: relay(
      [good, answer({}, { status: 502 })],
      [served, call({ connection: 2, nthOnConnection: 1, request: { receivedMs: 5 } })],
    ),
    unverifiable: 'a request that did not reach the upstream',
  },
  {
    name: 'an answer over another idle connection',
    evidence: relay([good, good], [served, call({ connection: 2, nthOnConnection: 5 })]),
    unverifiable: 'a request that did not find another idle connection',
  },
  {
    name: 'an answer without the upstream',
    evidence: relay([good, good], [served]),
    unverifiable: 'a request that did not find another idle connection',
  },
  {
    name: 'a first request that failed',
    evidence: relay([answer({}, { status: 502 }), good], [served, onNew]),
    unverifiable: 'a first request with a 2xx answer',
  },
  {
    name: 'a first request that the upstream did not get',
    evidence: relay([good, answer({}, { status: 502 })], []),
    unverifiable: 'a first request with a 2xx answer',
  },
  {
    name: 'no second request',
    evidence: relay([good], [served]),
    unverifiable: 'a request after it',
  },
]);
