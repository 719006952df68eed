import { relayRetryBounded } from '../../../../src/conformance/rules/relay/relay-retry-bounded.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const times = (count: number, status: number) =>
  Array.from({ length: count }, () => call({ answer: { status } }));
const READ = { operation: 'video-read' } as const;
const reads = (count: number) =>
  Array.from({ length: count }, () => call({ ...READ, answer: { status: 503 } }));
const failure = answer({}, { status: 502 });
const silence = answer({}, { outcome: 'timed-out', unanswered: true });

ruleTable(relayRetryBounded, [
  { name: 'one attempt', evidence: relay([failure], times(1, 500)) },
  { name: 'six attempts', evidence: relay([failure], times(6, 429)) },
  {
    name: 'a seventh attempt',
    evidence: relay([failure], times(7, 503)),
    findings: [
      {
        expected: 'at most 6 upstream requests for 503 of the upstream',
        actual: '7 upstream requests',
      },
    ],
  },
  {
    name: 'a seventh attempt that is not over',
    evidence: relay([failure], times(6, 429), { open: 1 }),
    findings: [{ actual: '7 upstream requests' }],
  },
  {
    name: 'attempts that fail in two ways, the last of which has no status',
    evidence: relay([failure], [...times(6, 429), ...times(1, 529), callWithoutStatus()]),
    findings: [
      {
        expected: 'at most 6 upstream requests for 529 of the upstream',
        actual: '8 upstream requests',
      },
    ],
  },
  {
    name: 'a seventh attempt after resets',
    evidence: relay([failure], Array.from({ length: 7 }, callWithoutStatus)),
    findings: [{ expected: 'at most 6 upstream requests for a reset of the upstream' }],
  },
  {
    name: 'two attempts of a gateway that may make one',
    evidence: relay([failure], times(2, 500)),
    expect: { upstreamAttempts: 1 },
    findings: [{ expected: 'at most 1 upstream request for 500 of the upstream' }],
  },
  {
    name: 'a caller that gets no answer',
    evidence: relay([silence], times(6, 500)),
    expect: { answerDeadlineMs: 10_000 },
    findings: [
      { expected: 'an answer within 10000 ms', actual: 'no answer, with 6 upstream requests' },
    ],
  },
  {
    name: 'a retry that the upstream answers',
    evidence: relay([answer({})], [...times(7, 503), call()]),
    unverifiable: 'an upstream that keeps failing',
  },
  {
    name: 'a refusal that cannot pass',
    evidence: relay([failure], times(7, 400)),
    unverifiable: 'an upstream that keeps failing',
  },
  {
    name: 'a seventh read of a job',
    evidence: relay([answer({}, { ...READ, status: 502 })], reads(7)),
    findings: [{ actual: '7 upstream requests' }],
  },
  {
    name: 'reads of a job that the gateway makes for itself',
    evidence: relay([answer({ id: 'v', status: 'in_progress' }, READ)], reads(7)),
    unverifiable: 'an answer that depends on the upstream',
  },
  {
    name: 'no upstream request',
    evidence: relay([failure], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);

function callWithoutStatus() {
  const { answer: given, ...rest } = call();
  const { status: _, ...without } = given;
  return { ...rest, answer: without };
}
