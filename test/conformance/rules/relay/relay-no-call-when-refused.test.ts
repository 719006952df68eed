import { relayNoCallWhenRefused } from '../../../../src/conformance/rules/relay/relay-no-call-when-refused.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const refusal = answer({ error: {} }, { status: 401 });

ruleTable(relayNoCallWhenRefused, [
  { name: 'a refusal without an upstream request', evidence: relay([refusal], []) },
  {
    name: 'an upstream request before the refusal',
    evidence: relay([refusal], [call()]),
    findings: [
      { expected: 'no upstream request for a refusal with 401', actual: '1 upstream request' },
    ],
  },
  {
    name: 'a refusal with 400',
    evidence: relay([answer({ error: {} }, { status: 400 })], []),
  },
  {
    name: 'an upstream request that is not over',
    evidence: relay([refusal], [], { open: 1 }),
    findings: [{ actual: '1 upstream request' }],
  },
  {
    name: 'a refusal of the upstream that is passed on',
    evidence: relay([refusal], [call({ answer: { status: 400 } })]),
    unverifiable: 'a refusal by the gateway itself',
  },
  {
    name: 'a refusal while the first request with its key was running',
    evidence: relay([answer({ error: {} }, { status: 409 }), answer({})], [call()]),
    unverifiable: 'only refusals (4xx)',
  },
  {
    name: 'an answer',
    evidence: relay([answer({})], [call()]),
    unverifiable: 'only refusals (4xx)',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], []),
    unverifiable: 'only refusals (4xx)',
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { unanswered: true, outcome: 'reset' })], []),
    unverifiable: 'only refusals (4xx)',
  },
]);
