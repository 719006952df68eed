import { relayUnreachable } from '../../../../src/conformance/rules/relay/relay-unreachable.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const failure = (status: number) => relay([answer({}, { status })], []);
const expected = '502, 503 or 504 within 10000 ms';
const expect = { answerDeadlineMs: 10_000 };

ruleTable(relayUnreachable, [
  { name: '502', evidence: failure(502) },
  { name: '503', evidence: failure(503) },
  { name: '504', evidence: failure(504) },
  { name: '500', evidence: failure(500), expect, findings: [{ expected, actual: 500 }] },
  { name: '429', evidence: failure(429), expect, findings: [{ expected, actual: 429 }] },
  {
    name: 'no answer',
    evidence: relay([answer({}, { outcome: 'timed-out', unanswered: true })], []),
    expect,
    findings: [{ expected, actual: 'no answer (timed-out)' }],
  },
  {
    name: 'a stream that begins, and has an error',
    evidence: relay([stream([event({ error: { message: 'The provider is away.' } })])], []),
    expect,
    findings: [{ expected, actual: 200 }],
  },
  {
    name: 'an answer from elsewhere',
    evidence: relay([answer({ choices: [] })], []),
    unverifiable: 'the answer came from elsewhere',
  },
  {
    name: 'an upstream that was reached',
    evidence: relay([answer({}, { status: 500 })], [call()]),
    unverifiable: 'an upstream that refuses connections',
  },
  {
    name: 'an upstream request that is not over',
    evidence: relay([answer({}, { status: 500 })], [], { open: 1 }),
    unverifiable: 'an upstream that refuses connections',
  },
]);
