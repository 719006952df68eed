import { relayRetryOnlySafe } from '../../../../src/conformance/rules/relay/relay-retry-only-safe.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const status = (value: number) => call({ answer: { status: value } });
const failure = answer({}, { status: 502 });

ruleTable(relayRetryOnlySafe, [
  { name: 'one attempt', evidence: relay([failure], [status(400)]) },
  {
    name: 'two attempts',
    evidence: relay([failure], [status(400), status(400)]),
    findings: [
      { expected: '1 upstream request for 400 of the upstream', actual: '2 upstream requests' },
    ],
  },
  {
    name: 'a second attempt that is not over',
    evidence: relay([failure], [status(422)], { open: 1 }),
    findings: [{ actual: '2 upstream requests' }],
  },
  {
    name: 'a retry of 503',
    evidence: relay([failure], [status(503), status(503)]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'a retry of the caller',
    evidence: relay([failure, failure], [status(400), status(400)]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'the read of a job',
    evidence: relay([answer({}, { operation: 'video-read', status: 502 })], [status(401)]),
    unverifiable: 'a billable request',
  },
  {
    name: 'no status of the upstream',
    evidence: relay([failure], [call({ answer: { status: 0 } })]),
    unverifiable: 'another answer of the upstream',
  },
]);
