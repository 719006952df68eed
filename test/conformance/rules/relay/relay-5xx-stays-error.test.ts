import { relay5xxStaysError } from '../../../../src/conformance/rules/relay/relay-5xx-stays-error.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const status = (value: number) => call({ answer: { status: value } });
const given = (value: number) => answer({}, { status: value });
const READ = { operation: 'video-read' } as const;
const CANCEL = { operation: 'video-cancel' } as const;
const error = { error: { message: 'No.' } };
const unread = call({ ...READ, answer: { status: 503 } });
const uncancelled = call({ ...CANCEL, answer: { status: 503 } });
const OWN_VIEW = 'an answer that depends on the upstream';

ruleTable(relay5xxStaysError, [
  { name: '502 for 500', evidence: relay([given(502)], [status(500)]) },
  { name: '529 for 529', evidence: relay([given(529)], [status(529)]) },
  { name: '599 for two attempts', evidence: relay([given(599)], [status(503), status(503)]) },
  {
    name: '200 for 500',
    evidence: relay([given(200)], [status(500)]),
    findings: [{ expected: 'a 5xx status for 500 of the upstream', actual: 200 }],
  },
  {
    name: '429 for 503',
    evidence: relay([given(429)], [status(503)]),
    findings: [{ actual: 429 }],
  },
  {
    name: '600 for 503',
    evidence: relay([given(600)], [status(503)]),
    findings: [{ actual: 600 }],
  },
  {
    name: 'an attempt that succeeded',
    evidence: relay([given(200)], [status(500), status(200)]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: '400 of the upstream',
    evidence: relay([given(200)], [status(400)]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'no upstream request',
    evidence: relay([given(200)], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'no status of the upstream',
    evidence: relay([given(200)], [{ ...call(), answer: withoutStatus() }]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'an answer to a chat that is none',
    evidence: relay([answer({ id: 'c' })], [status(500)]),
    findings: [{ actual: 200 }],
  },
  { name: '502 for a read', evidence: relay([answer(error, { ...READ, status: 502 })], [unread]) },
  {
    name: 'an error with 200 for a read, after the job was created',
    evidence: relay(
      [answer(error, READ)],
      [call({ operation: 'video-create' }), unread, call({ ...CANCEL })],
    ),
    findings: [{ expected: 'a 5xx status for 503 of the upstream', actual: 200 }],
  },
  {
    name: '404 for a read, as if there were no job',
    evidence: relay([answer(error, { ...READ, status: 404 })], [unread]),
    findings: [{ actual: 404 }],
  },
  {
    name: 'nothing for a read',
    evidence: relay([answer('', READ)], [unread]),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a job as the gateway knows it',
    evidence: relay([answer({ id: 'v', status: 'in_progress' }, READ)], [unread]),
    unverifiable: OWN_VIEW,
  },
  {
    name: 'a cancel that may come later, without a body',
    evidence: relay([answer('', { ...CANCEL, status: 204 })], [uncancelled]),
    unverifiable: OWN_VIEW,
  },
  {
    name: 'an error with 200 for a cancel',
    evidence: relay([answer(error, CANCEL)], [uncancelled]),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a read that the gateway answers itself',
    evidence: relay([answer(error, READ)], [call({ operation: 'video-create' })]),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { unanswered: true, outcome: 'reset' })], [status(500)]),
    unverifiable: 'an answer',
  },
]);

function withoutStatus() {
  const { status: _, ...others } = call().answer;
  return others;
}
