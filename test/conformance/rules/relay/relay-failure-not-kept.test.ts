import { relayFailureNotKept } from '../../../../src/conformance/rules/relay/relay-failure-not-kept.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const given = (value: number) => answer({}, { status: value });
const status = (value: number) => call({ answer: { status: value } });
const lost = answer({}, { unanswered: true, outcome: 'reset' });

ruleTable(relayFailureNotKept, [
  {
    name: 'a request that is answered when it is repeated',
    evidence: relay([given(502), given(200), given(200)], [status(500), status(200)]),
  },
  {
    name: 'a repeated request that fails although the upstream answers it',
    evidence: relay([given(502), given(200), given(502)], [status(500), status(200)]),
  },
  {
    name: 'a failure that is kept',
    evidence: relay([given(502), given(200), given(502)], [status(500)]),
    findings: [
      {
        expected: 'an upstream request that succeeds',
        actual: 'status 502, and 1 upstream request in all, which failed',
      },
    ],
  },
  {
    name: 'a failure after retries that is kept',
    evidence: relay([given(429), given(200), given(429)], [status(429), status(429)]),
    findings: [{ actual: 'status 429, and 2 upstream requests in all, which failed' }],
  },
  {
    name: 'a repeated request that another provider answers',
    evidence: relay([given(502), given(200), given(200)], [status(500)]),
  },
  {
    name: 'a gateway that spares its provider',
    evidence: relay([given(502), given(503), given(503)], [status(500)]),
    unverifiable: 'a 2xx answer to another request meanwhile',
  },
  {
    name: 'a failure before a successful retry',
    evidence: relay([given(200), given(200), given(200)], [status(500), status(200)]),
    unverifiable: 'an error for a failure of the upstream',
  },
  {
    name: 'no answer to the first request',
    evidence: relay([lost, given(200), given(502)], [status(500)]),
    unverifiable: 'an error for a failure of the upstream',
  },
  {
    name: 'no answer to the other request',
    evidence: relay([given(502), lost, given(502)], [status(500)]),
    unverifiable: 'a 2xx answer to another request meanwhile',
  },
  {
    name: 'no answer to the repeated request',
    evidence: relay([given(502), given(200), lost], [status(500)]),
    unverifiable: 'an answer to the repeated request',
  },
  {
    name: 'no upstream request',
    evidence: relay([given(502), given(200), given(502)], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
