import { relayOneCall } from '../../../../src/conformance/rules/relay/relay-one-call.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(relayOneCall, [
  { name: 'one upstream request', evidence: relay([answer({})], [call()]) },
  {
    name: 'a list of models beside it',
    evidence: relay([answer({})], [call({ operation: 'other' }), call()]),
  },
  {
    name: 'a second upstream request',
    evidence: relay([answer({})], [call(), call()]),
    findings: [{ expected: '1 upstream request', actual: '2 upstream requests' }],
  },
  {
    name: 'a second upstream request that is not over',
    evidence: relay([answer({})], [call()], { open: 1 }),
    findings: [{ actual: '2 upstream requests' }],
  },
  {
    name: 'an upstream request for a replay, which is another rule',
    evidence: relay([answer({}), answer({})], [call(), call()]),
    unverifiable: 'one request, without its retries',
  },
  {
    name: 'a retry of an upstream that failed',
    evidence: relay([answer({})], [call({ answer: { status: 503 } }), call()]),
    unverifiable: 'an upstream without failures',
  },
  {
    name: 'a retry of an upstream that broke off',
    evidence: relay([answer({})], [call({ outcome: 'failed' }), call()]),
    unverifiable: 'an upstream without failures',
  },
  {
    name: 'an answer without an upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { status: 400 })], [call(), call()]),
    unverifiable: 'a 2xx answer',
  },
]);
