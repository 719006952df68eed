import { relayBadAnswer } from '../../../../src/conformance/rules/relay/relay-bad-answer.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const bad = call({ failure: 'html' });
const TOKEN = event({ choices: [{ index: 0, delta: { content: 'a' } }] });
const response = (...events: readonly string[]) => stream(events, { operation: 'responses' });

ruleTable(relayBadAnswer, [
  { name: 'a failure', evidence: relay([answer({}, { status: 502 })], [bad]) },
  { name: 'a refusal', evidence: relay([answer({}, { status: 400 })], [bad]) },
  {
    name: 'a stream that breaks off',
    evidence: relay([stream([TOKEN], { outcome: 'truncated' })], [bad]),
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { unanswered: true, outcome: 'reset' })], [bad]),
  },
  {
    name: 'an error event of a chat',
    evidence: relay([stream([TOKEN, event({ error: { message: 'a' } })])], [bad]),
  },
  {
    name: 'an error event of a response',
    evidence: relay([response(event({ type: 'error', message: 'a' }))], [bad]),
  },
  {
    name: 'a response that failed',
    evidence: relay([response(event({ type: 'response.failed' }))], [bad]),
  },
  {
    name: 'a stream without an error',
    evidence: relay([stream([TOKEN])], [bad]),
    findings: [{ actual: 'status 200 without an error' }],
  },
  {
    name: 'a response without an error',
    evidence: relay([response(event({ type: 'response.completed' }))], [bad]),
    findings: [{ actual: 'status 200 without an error' }],
  },
  {
    name: 'one body with 399',
    evidence: relay([answer({}, { status: 399 })], [bad]),
    findings: [{}],
  },
  {
    name: 'a plain answer of the upstream',
    evidence: relay([answer({})], [call()]),
    unverifiable: 'another answer of the upstream',
  },
]);
