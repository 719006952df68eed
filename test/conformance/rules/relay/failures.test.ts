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
import { finds, passes, unverified } from '../verdicts.ts';

const refusing = (value: number) => call({ answer: { status: value } });
const answering = (value: number, message: string) =>
  answer({ error: { message } }, { status: value });
const OWN = 'n3f9c2a71 is refused';

ruleTable(relay4xxStays4xx, [
  passes('400 with its message', relay([answering(400, OWN)], [refusing(400)])),
  passes('422 for 413', relay([answering(422, OWN)], [refusing(413)])),
  passes('499 for 404', relay([answering(499, OWN)], [refusing(404)])),
  finds('500 for 400', relay([answering(500, OWN)], [refusing(400)]), {
    expected: 'a 4xx status for 400 of the upstream',
    actual: 500,
  }),
  finds('200 for 422', relay([answering(200, OWN)], [refusing(422)]), { actual: 200 }),
  finds('a message of the gateway', relay([answering(404, 'Not found.')], [refusing(404)]), {
    expected: 'the message of the upstream',
    actual: 'Not found.',
    where: 'error.message',
  }),
  passes(
    'a message where the upstream saw no nonce',
    relay([answering(404, 'Not found.')], [call({ nonces: [], answer: { status: 404 } })]),
  ),
]);

/** Calls on these places of their connections. */
const calls = (...places: readonly number[]) =>
  places.map((nthOnConnection) => call({ nthOnConnection }));

ruleTable(relayConnectionsReused, [
  passes('one connection for all', relay([answer({})], calls(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))),
  passes(
    'one connection that was used before',
    relay([answer({})], calls(7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
  ),
  passes(
    'several connections in turn',
    relay([answer({})], calls(3, 9, 4, 10, 5, 11, 6, 12, 7, 13)),
  ),
  passes('the fewest that show it', relay([answer({})], calls(1, 2, 3, 4, 5))),
  finds('two new connections of ten', relay([answer({})], calls(1, 2, 3, 4, 5, 1, 2, 3, 4, 5)), {
    expected: 'at least 9 of 10 upstream requests on a connection that was used before',
    actual: '8',
  }),
  passes(
    'two new connections of eleven',
    relay([answer({})], calls(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5)),
  ),
  unverified(
    'few requests',
    relay([answer({})], calls(1, 1, 1, 1)),
    '5 upstream requests in succession',
  ),
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
  finds(
    'no wait for the read of a job',
    relay([answer({}, { ...READ, status: 429, sentAtMs: 996 })], [{ ...said('120'), ...READ }]),
    { expected: WAIT, actual: 'absent', where },
  ),
  passes(
    'the same date',
    relay([limited({ 'retry-after': TWO_MINUTES_LATER }, 503)], [said(TWO_MINUTES_LATER, 503)]),
  ),
  passes(
    'seconds for a date',
    relay([limited({ 'retry-after': '119' })], [said(TWO_MINUTES_LATER)]),
  ),
  passes(
    'a date for seconds, by the clock of the gateway',
    relay(
      [limited({ date: HALF_PAST, 'retry-after': 'Mon, 23 Nov 2026 12:31:59 GMT' })],
      [said('120')],
    ),
  ),
  passes(
    'the same date from a gateway whose clock is late',
    relay(
      [limited({ date: HALF_PAST, 'retry-after': TWO_MINUTES_LATER })],
      [said(TWO_MINUTES_LATER)],
    ),
  ),
  passes(
    'two seconds less, which rounding explains',
    relay(
      [answer({}, { status: 400, headers: { 'retry-after': '118' }, sentAtMs: 995 })],
      [said('120')],
    ),
  ),
  passes(
    'what is left after 60 s in the gateway',
    relay(
      [answer({}, { status: 503, headers: { 'retry-after': '59' }, sentAtMs: 61_000 })],
      [said('120', 503)],
    ),
  ),
  finds('no Retry-After', relay([limited({})], [said('120')]), {
    expected: WAIT,
    actual: 'absent',
    where,
  }),
  finds('a shorter wait', relay([limited({ 'retry-after': '117' }, 500)], [said('120', 503)]), {
    expected: WAIT,
    actual: '117',
    where,
  }),
  passes(
    'a last attempt with another wait',
    relay([limited({ 'retry-after': '60' })], [said('120'), said('60')]),
  ),
  unverified(
    'an answer from elsewhere',
    relay([limited({}, 200)], [said('120')]),
    'a failure of the gateway',
  ),
  unverified(
    'no Retry-After of the upstream',
    relay([limited({})], [said('')]),
    'a Retry-After and a Date upstream',
  ),
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
  ...[408, 502, 503, 504].map((given) =>
    passes(`status ${given} in time`, relay([givingUp(given)], [silent])),
  ),
  passes(
    'status 504 while the upstream request is still open',
    relay([givingUp(504)], [], { open: 1 }),
  ),
  passes(
    'a stream with an error in time',
    relay([ended(stream([event({ error: { message: 'Silence.' } })]))], [silent]),
  ),
  finds('status 504 too late', relay([givingUp(504, 120_001)], [silent]), {
    expected: IN_TIME,
    actual: 'an end after 120001 ms',
  }),
  passes(
    'the same for a gateway that may wait for longer',
    relay([givingUp(504, 120_001)], [silent]),
    { upstreamDeadlineMs: 130_000 },
  ),
  finds('no answer before the caller disconnects', relay([without('aborted')], [silent]), {
    expected: IN_TIME,
    actual: 'no end after 121000 ms',
  }),
  finds(
    'a connection that broke',
    relay([ended(answer('', { unanswered: true, outcome: 'reset' }))], [silent]),
    { actual: 'no answer' },
  ),
  finds('status 500', relay([givingUp(500)], [silent]), { actual: 'status 500' }),
  finds('a good end of a stream', relay([ended(stream([event('[DONE]')]))], [silent]), {
    actual: 'status 200',
  }),
  passes(
    'six attempts',
    relay(
      [givingUp(504)],
      Array.from({ length: 6 }, () => silent),
    ),
  ),
  finds(
    'a seventh attempt, which is not over',
    relay(
      [givingUp(504)],
      Array.from({ length: 6 }, () => silent),
      { open: 1 },
    ),
    { expected: 'at most 6 upstream requests', actual: '7 upstream requests' },
  ),
  unverified(
    'no upstream request',
    relay([givingUp(504)], []),
    'an upstream request with the nonce',
  ),
]);

const good = answer({});
const served = call({ connection: 1, nthOnConnection: 1 });
const onNew = call({ connection: 2, nthOnConnection: 1 });
const FRESH = 'an answer of the upstream, over a new connection';

ruleTable(relayStaleConnection, [
  passes('an answer over a new connection', relay([good, good], [served, onNew])),
  finds('a 502', relay([good, answer({}, { status: 502 })], [served]), {
    expected: FRESH,
    actual: 'status 502',
  }),
  unverified(
    'a request that never succeeds',
    relay([good, answer({}, { status: 400 }), answer({}, { status: 400 })], [served]),
    'a read that succeeds',
  ),
  finds(
    'a connection that ends',
    relay([good, stream([], { unanswered: true, outcome: 'reset' })], [served]),
    { expected: FRESH, actual: 'reset' },
  ),
  unverified(
    'a failure at the moment when the upstream gets the request',
    relay(
      [good, answer({}, { status: 502 })],
      [served, call({ connection: 2, nthOnConnection: 1, request: { receivedMs: 5 } })],
    ),
    'a request that did not reach the upstream',
  ),
  unverified(
    'an answer without the upstream',
    relay([good, good], [served]),
    'a request that did not find another idle connection',
  ),
  unverified(
    'a first request that failed',
    relay([answer({}, { status: 502 }), good], [served, onNew]),
    'a first request with a 2xx answer',
  ),
  unverified('no second request', relay([good], [served]), 'a request after it'),
]);

const failure = (status: number) => relay([answer({}, { status })], []);
const UNREACHABLE = '502, 503 or 504 within 10000 ms';
const expect = { answerDeadlineMs: 10_000 };

ruleTable(relayUnreachable, [
  passes('502', failure(502)),
  passes('503', failure(503)),
  passes('504', failure(504)),
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
  unverified(
    'an answer from elsewhere',
    relay([answer({ choices: [] })], []),
    'the answer came from elsewhere',
  ),
  unverified(
    'an upstream that was reached',
    relay([answer({}, { status: 500 })], [call()]),
    'an upstream that refuses connections',
  ),
]);
