import {
  relayConnectionsReused,
  relayStaleConnection,
} from '../../../../src/conformance/rules/relay/calls.ts';
import {
  relay4xxStays4xx,
  relayRetryAfterKept,
  relaySilentDeadline,
  relayUnreachable,
} from '../../../../src/conformance/rules/relay/failures.ts';
import type { Exchange, Outcome } from '../../../../src/exchange/exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const refusing = (value: number) => call({ answer: { status: value } });
const answering = (value: number, message: string) =>
  answer({ error: { message } }, { status: value });
const OWN = 'n3f9c2a71 is refused';

ruleTable(relay4xxStays4xx, [
  { name: '400 with its message', evidence: relay([answering(400, OWN)], [refusing(400)]) },
  { name: '422 for 413', evidence: relay([answering(422, OWN)], [refusing(413)]) },
  { name: '499 for 404', evidence: relay([answering(499, OWN)], [refusing(404)]) },
  {
    name: '500 for 400',
    evidence: relay([answering(500, OWN)], [refusing(400)]),
    findings: [{ expected: 'a 4xx status for 400 of the upstream', actual: 500 }],
  },
  {
    name: '200 for 422',
    evidence: relay([answering(200, OWN)], [refusing(422)]),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a message of the gateway',
    evidence: relay([answering(404, 'Not found.')], [refusing(404)]),
    findings: [
      { expected: 'the message of the upstream', actual: 'Not found.', where: 'error.message' },
    ],
  },
  {
    name: 'a message where the upstream saw no nonce',
    evidence: relay(
      [answering(404, 'Not found.')],
      [call({ nonces: [], answer: { status: 404 } })],
    ),
  },
]);

/** Calls on these places of their connections. */
const calls = (...places: readonly number[]) =>
  places.map((nthOnConnection) => call({ nthOnConnection }));

ruleTable(relayConnectionsReused, [
  {
    name: 'one connection for all',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
  },
  {
    name: 'one connection that was used before',
    evidence: relay([answer({})], calls(7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
  },
  {
    name: 'several connections in turn',
    evidence: relay([answer({})], calls(3, 9, 4, 10, 5, 11, 6, 12, 7, 13)),
  },
  {
    name: 'two new connections of ten',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 1, 2, 3, 4, 5)),
    findings: [
      {
        expected: 'at least 9 of 10 upstream requests on a connection that was used before',
        actual: '8',
      },
    ],
  },
  {
    name: 'two new connections of eleven',
    evidence: relay([answer({})], calls(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5)),
  },
  {
    name: 'few requests',
    evidence: relay([answer({})], calls(1, 1, 1, 1, 1, 1, 1, 1, 1)),
    unverifiable: '10 upstream requests in succession',
  },
]);

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
const limited = (headers: Readonly<Record<string, string>>, status = 429) =>
  answer({}, { status, headers, sentAtMs: 996 });

const WAIT = 'a wait of at least 120 s';
const where = 'retry-after';

const READ = { operation: 'video-read' } as const;

ruleTable(relayRetryAfterKept, [
  {
    name: 'no wait for the read of a job',
    evidence: relay(
      [answer({}, { ...READ, status: 429, sentAtMs: 996 })],
      [{ ...said('120'), ...READ }],
    ),
    findings: [{ expected: WAIT, actual: 'absent', where }],
  },
  { name: 'the same seconds', evidence: relay([limited({ 'retry-after': '120' })], [said('120')]) },
  {
    name: 'the same date',
    evidence: relay(
      [limited({ 'retry-after': TWO_MINUTES_LATER }, 503)],
      [said(TWO_MINUTES_LATER, 503)],
    ),
  },
  {
    name: 'seconds for a date',
    evidence: relay([limited({ 'retry-after': '119' })], [said(TWO_MINUTES_LATER)]),
  },
  {
    name: 'a date for seconds, by the clock of the gateway',
    evidence: relay(
      [limited({ date: HALF_PAST, 'retry-after': 'Mon, 23 Nov 2026 12:31:59 GMT' })],
      [said('120')],
    ),
  },
  {
    name: 'the same date from a gateway whose clock is late',
    evidence: relay(
      [limited({ date: HALF_PAST, 'retry-after': TWO_MINUTES_LATER })],
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
    evidence: relay([limited({})], [said('120')]),
    findings: [{ expected: WAIT, actual: 'absent', where }],
  },
  {
    name: 'a shorter wait',
    evidence: relay([limited({ 'retry-after': '117' }, 500)], [said('120', 503)]),
    findings: [{ expected: WAIT, actual: '117', where }],
  },
  {
    name: 'a last attempt with another wait',
    evidence: relay([limited({ 'retry-after': '60' })], [said('120'), said('60')]),
  },
  {
    name: 'an answer from elsewhere',
    evidence: relay([limited({}, 200)], [said('120')]),
    unverifiable: 'a failure of the gateway',
  },
  {
    name: 'no Retry-After of the upstream',
    evidence: relay([limited({})], [said('')]),
    unverifiable: 'a Retry-After and a Date upstream',
  },
]);

const silent = call({ failure: 'silence', outcome: 'disconnected' });
const IN_TIME = '504, 408, 502 or 503 within 120000 ms';

/** An exchange that ended after this time. */
function ended(exchange: Exchange, endMs = 120_000): Exchange {
  return { ...exchange, timing: { ...exchange.timing, endMs } };
}
const givingUp = (given: number, endMs?: number) =>
  ended(answer({ error: { message: 'It is silent.' } }, { status: given }), endMs);
const without = (outcome: Outcome) => ended(answer('', { unanswered: true, outcome }), 121_000.4);

ruleTable(relaySilentDeadline, [
  ...[408, 502, 503, 504].map((given) => ({
    name: `status ${given} in time`,
    evidence: relay([givingUp(given)], [silent]),
  })),
  {
    name: 'status 504 while the upstream request is still open',
    evidence: relay([givingUp(504)], [], { open: 1 }),
  },
  {
    name: 'a stream with an error in time',
    evidence: relay([ended(stream([event({ error: { message: 'Silence.' } })]))], [silent]),
  },
  {
    name: 'status 504 too late',
    evidence: relay([givingUp(504, 120_001)], [silent]),
    findings: [{ expected: IN_TIME, actual: 'an end after 120001 ms' }],
  },
  {
    name: 'the same for a gateway that may wait for longer',
    evidence: relay([givingUp(504, 120_001)], [silent]),
    expect: { upstreamDeadlineMs: 130_000 },
  },
  {
    name: 'no answer before the caller disconnects',
    evidence: relay([without('aborted')], [silent]),
    findings: [{ expected: IN_TIME, actual: 'no end after 121000 ms' }],
  },
  {
    name: 'a connection that broke',
    evidence: relay([ended(answer('', { unanswered: true, outcome: 'reset' }))], [silent]),
    findings: [{ actual: 'no answer' }],
  },
  {
    name: 'status 500',
    evidence: relay([givingUp(500)], [silent]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a good end of a stream',
    evidence: relay([ended(stream([event('[DONE]')]))], [silent]),
    findings: [{ actual: 'status 200' }],
  },
  {
    name: 'six attempts',
    evidence: relay(
      [givingUp(504)],
      Array.from({ length: 6 }, () => silent),
    ),
  },
  {
    name: 'a seventh attempt, which is not over',
    evidence: relay(
      [givingUp(504)],
      Array.from({ length: 6 }, () => silent),
      { open: 1 },
    ),
    findings: [{ expected: 'at most 6 upstream requests', actual: '7 upstream requests' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([givingUp(504)], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);

const good = answer({});
const served = call({ connection: 1, nthOnConnection: 1 });
const onNew = call({ connection: 2, nthOnConnection: 1 });
const FRESH = 'an answer of the upstream, over a new connection';

ruleTable(relayStaleConnection, [
  { name: 'an answer over a new connection', evidence: relay([good, good], [served, onNew]) },
  {
    name: 'a 502',
    evidence: relay([good, answer({}, { status: 502 })], [served]),
    findings: [{ expected: FRESH, actual: 'status 502' }],
  },
  {
    name: 'a request that never succeeds',
    evidence: relay([good, answer({}, { status: 400 }), answer({}, { status: 400 })], [served]),
    unverifiable: 'a read that succeeds',
  },
  {
    name: 'a connection that ends',
    evidence: relay([good, stream([], { unanswered: true, outcome: 'reset' })], [served]),
    findings: [{ expected: FRESH, actual: 'reset' }],
  },
  {
    name: 'a failure at the moment when the upstream gets the request',
    evidence: relay(
      [good, answer({}, { status: 502 })],
      [served, call({ connection: 2, nthOnConnection: 1, request: { receivedMs: 5 } })],
    ),
    unverifiable: 'a request that did not reach the upstream',
  },
  {
    name: 'an answer without the upstream',
    evidence: relay([good, good], [served]),
    unverifiable: 'a request that did not find another idle connection',
  },
  {
    name: 'a first request that failed',
    evidence: relay([answer({}, { status: 502 }), good], [served, onNew]),
    unverifiable: 'a first request with a 2xx answer',
  },
  {
    name: 'no second request',
    evidence: relay([good], [served]),
    unverifiable: 'a request after it',
  },
]);

const failure = (status: number) => relay([answer({}, { status })], []);
const UNREACHABLE = '502, 503 or 504 within 10000 ms';
const expect = { answerDeadlineMs: 10_000 };

ruleTable(relayUnreachable, [
  { name: '502', evidence: failure(502) },
  { name: '503', evidence: failure(503) },
  { name: '504', evidence: failure(504) },
  {
    name: '500',
    evidence: failure(500),
    expect,
    findings: [{ expected: UNREACHABLE, actual: 500 }],
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { outcome: 'timed-out', unanswered: true })], []),
    expect,
    findings: [{ expected: UNREACHABLE, actual: 'no answer (timed-out)' }],
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
]);
