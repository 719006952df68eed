import { relayRetryAfterKept } from '../../../../src/conformance/rules/relay/relay-retry-after-kept.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const NOON = 'Mon, 23 Nov 2026 12:00:00 GMT';
const TWO_MINUTES_LATER = 'Mon, 23 Nov 2026 12:02:00 GMT';
const HALF_PAST = 'Mon, 23 Nov 2026 12:30:00 GMT';

const said = (value: string, status = 429) =>
  call({
    endMs: 1000,
    answer: {
      status,
      headers: [
        ['date', NOON],
        ['retry-after', value],
      ],
    },
  });
const given = (headers: Readonly<Record<string, string>>, status = 429) =>
  answer({}, { status, headers, sentAtMs: 996 });

const expected = 'a wait of at least 120 s';
const where = 'retry-after';

const READ = { operation: 'video-read' } as const;

ruleTable(relayRetryAfterKept, [
  {
    name: 'no wait for the read of a job',
    evidence: relay(
      [answer({}, { ...READ, status: 429, sentAtMs: 996 })],
      [{ ...said('120'), ...READ }],
    ),
    findings: [{ expected, actual: 'absent', where }],
  },
  { name: 'the same seconds', evidence: relay([given({ 'retry-after': '120' })], [said('120')]) },
  {
    name: 'the same date',
    evidence: relay(
      [given({ 'retry-after': TWO_MINUTES_LATER }, 503)],
      [said(TWO_MINUTES_LATER, 503)],
    ),
  },
  {
    name: 'seconds for a date',
    evidence: relay([given({ 'retry-after': '119' })], [said(TWO_MINUTES_LATER)]),
  },
  {
    name: 'a date for seconds, by the clock of the gateway',
    evidence: relay(
      [given({ date: HALF_PAST, 'retry-after': 'Mon, 23 Nov 2026 12:31:59 GMT' })],
      [said('120')],
    ),
  },
  {
    name: 'the same date from a gateway whose clock is late',
    evidence: relay(
      [given({ date: HALF_PAST, 'retry-after': TWO_MINUTES_LATER })],
      [said(TWO_MINUTES_LATER)],
    ),
  },
  {
    name: 'two seconds less, which rounding explains',
    evidence: relay(
      [answer({}, { status: 400, headers: { 'retry-after': '118' }, sentAtMs: 995 })],
      [said('120')],
    ),
  },
  {
    name: 'what is left after 60 s in the gateway',
    evidence: relay(
      [answer({}, { status: 503, headers: { 'retry-after': '59' }, sentAtMs: 61_000 })],
      [said('120', 503)],
    ),
  },
  {
    name: 'no Retry-After',
    evidence: relay([given({})], [said('120')]),
    findings: [{ expected, actual: 'absent', where }],
  },
  {
    name: 'a Retry-After that cannot be read',
    evidence: relay([given({ 'retry-after': '1.5' })], [said('120')]),
    findings: [{ expected, actual: '1.5', where }],
  },
  {
    name: 'a shorter wait',
    evidence: relay([given({ 'retry-after': '117' }, 500)], [said('120', 503)]),
    findings: [{ expected, actual: '117', where }],
  },
  {
    name: 'an earlier date',
    evidence: relay([given({ 'retry-after': NOON })], [said(TWO_MINUTES_LATER)]),
    findings: [{ expected, actual: NOON, where }],
  },
  {
    name: 'a last attempt with another wait',
    evidence: relay([given({ 'retry-after': '60' })], [said('120'), said('60')]),
  },
  {
    name: 'an answer from elsewhere',
    evidence: relay([given({}, 200)], [said('120')]),
    unverifiable: 'a failure of the gateway',
  },
  {
    name: 'no Retry-After of the upstream',
    evidence: relay([given({})], [said('')]),
    unverifiable: 'a Retry-After and a Date upstream',
  },
  {
    name: 'no Date of the upstream',
    evidence: relay(
      [given({})],
      [call({ answer: { status: 429, headers: [['retry-after', '120']] } })],
    ),
    unverifiable: 'a Retry-After and a Date upstream',
  },
  {
    name: '500 of the upstream',
    evidence: relay([given({}, 500)], [said('120', 500)]),
    unverifiable: 'another answer of the upstream',
  },
]);
