import type { Finding, JudgeRule } from '../../../src/conformance/rule.ts';
import { answer, event, stream } from './exchanges.ts';
import { call, relay } from './relays.ts';
import { ruleTable } from './rule-table.ts';

const TOKEN = event({ choices: [{ index: 0, delta: { content: 'a' } }] });
const response = (...events: readonly string[]) => stream(events, { operation: 'responses' });

/** The rows of a rule by which the caller must learn of this failure of the upstream. */
export function failedUpstreamTable(
  rule: JudgeRule<'relay'>,
  failure: string,
  finding: Partial<Finding>,
): void {
  const failed = call({ failure });
  ruleTable(rule, [
    { name: 'a failure', evidence: relay([answer({}, { status: 502 })], [failed]) },
    { name: 'a refusal', evidence: relay([answer({}, { status: 400 })], [failed]) },
    {
      name: 'a stream that breaks off',
      evidence: relay([stream([TOKEN], { outcome: 'truncated' })], [failed]),
    },
    {
      name: 'no answer',
      evidence: relay([answer({}, { unanswered: true, outcome: 'reset' })], [failed]),
    },
    {
      name: 'an error event of a chat',
      evidence: relay([stream([TOKEN, event({ error: { message: 'a' } })])], [failed]),
    },
    {
      name: 'an error event of a response',
      evidence: relay([response(event({ type: 'error', message: 'a' }))], [failed]),
    },
    {
      name: 'an event of a response that has an error and no type',
      evidence: relay([response(event({ error: { message: 'a' } }))], [failed]),
    },
    {
      name: 'an event of a response whose error is null',
      evidence: relay([response(event({ type: 'response.created', error: null }))], [failed]),
      findings: [finding],
    },
    {
      name: 'a response that failed',
      evidence: relay([response(event({ type: 'response.failed' }))], [failed]),
    },
    {
      name: 'a stream without an error',
      evidence: relay([stream([TOKEN])], [failed]),
      findings: [finding],
    },
    {
      name: 'a response without an error',
      evidence: relay([response(event({ type: 'response.completed' }))], [failed]),
      findings: [finding],
    },
    {
      name: 'one body with 399',
      evidence: relay([answer({}, { status: 399 })], [failed]),
      findings: [{}],
    },
    {
      name: 'a plain answer of the upstream',
      evidence: relay([answer({})], [call()]),
      unverifiable: 'another answer of the upstream',
    },
  ]);
}
