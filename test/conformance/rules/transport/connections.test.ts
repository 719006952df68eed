import { transportBodyLength } from '../../../../src/conformance/rules/transport/bodies.ts';
import {
  transportCloseAnnounced,
  transportHeadOptions,
  transportReuseAfterAnswer,
  transportReuseAfterError,
  transportSpeaksHttp,
} from '../../../../src/conformance/rules/transport/connections.ts';
import { NOT_HTTP } from '../../../../src/exchange/http/transport-failure.ts';
import { completion } from '../chat/completions.ts';
import { answer, type ExchangeFacts, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

ruleTable(transportBodyLength, [
  passes('a whole stream', stream([event('[DONE]')])),
  finds(
    'a stream that breaks off after [DONE]',
    stream([event('[DONE]')], { outcome: 'truncated' }),
    { expected: 'the last chunk', actual: '14 bytes, then the end of the connection', atMs: 10 },
  ),
  unverified(
    'the refusal of a large request, cut by bytes still in transit',
    answer('', {
      outcome: 'truncated',
      status: 431,
      request: { headers: [['x-large', 'x'.repeat(65_536)]] },
    }),
    'a request with an ordinary size',
  ),
  unverified(
    'a model that fails half-way',
    stream([event({})], { outcome: 'truncated', sent: { model: 'fail-mid' } }),
    'needs a model that does not fail',
    { failingMidStreamModel: 'fail-mid' },
  ),
]);

const LENGTH = { headers: { 'content-length': '2' } };
const afterError = 'an error';
const first = (facts: ExchangeFacts = {}) => answer({}, { status: 500, ...LENGTH, ...facts });

const next = (facts: ExchangeFacts = {}) =>
  answer({}, { operation: 'other', status: 404, ...facts });

const again = { attempt: 2 };

const FINDING = {
  expected: 'Connection: close, or an answer to the next request',
  actual: 'the connection was closed after an error',
};

ruleTable(transportCloseAnnounced, [
  passes('the next request served', series([first(), next()], { label: afterError })),
  passes(
    'a connection that Assay closed because bytes followed the answer',
    series([{ ...first(), surplus: 'more' }], { label: afterError }),
  ),
  passes(
    'a connection that is lost once',
    series([first(), first(again), next(again)], { label: afterError }),
  ),
  passes(
    'Connection: close',
    series(
      [1, 2].map((attempt) =>
        first({ attempt, headers: { ...LENGTH.headers, connection: 'Close' } }),
      ),
      { label: afterError },
    ),
  ),
  passes(
    'a body that lasts until the connection closes',
    series(
      [1, 2].map((attempt) => first({ attempt, headers: {} })),
      { label: afterError },
    ),
  ),
  passes(
    'an answer of HTTP/1.0',
    series(
      [1, 2].map((attempt) => {
        const exchange = first({ attempt });
        return {
          ...exchange,
          ...(exchange.answer && { answer: { ...exchange.answer, httpVersion: '1.0' as const } }),
        };
      }),
      { label: afterError },
    ),
  ),
  passes(
    'no answer to the next request within its deadline',
    series([first(), next({ outcome: 'timed-out', unanswered: true })], {
      label: afterError,
    }),
  ),
  unverified(
    'a first request without a whole answer',
    series([first({ outcome: 'truncated' })], { label: afterError }),
    'needs a complete answer to an error',
  ),
  finds(
    'a connection that is closed after a 204, which has no body to end, both times',
    series(
      [1, 2].map((attempt) => first({ attempt, status: 204, headers: {} })),
      { label: afterError },
    ),
    FINDING,
  ),
]);

const facts = { operation: 'other' } as const;

const tried = (label: string, ...statuses: number[]) =>
  series(
    statuses.map((status) => answer('', { ...facts, status })),
    { label },
  );

const allowing = (status: number) =>
  series([answer('', { ...facts, status, headers: { allow: 'POST' } })], { label: 'OPTIONS' });

const head = answer('', { ...facts, status: 404 });
const lostHead = answer('', { ...facts, outcome: 'reset', unanswered: true });

ruleTable(transportHeadOptions, [
  ...[200, 204, 299, 405].map((status) => passes(`${status} for OPTIONS`, allowing(status))),
  finds('204 for OPTIONS without Allow', tried('OPTIONS', 204), {
    expected: 'the methods of the path',
    actual: 'absent',
    where: 'allow',
  }),
  finds('500 for OPTIONS', tried('OPTIONS', 500), {
    expected: '2xx or 405 for OPTIONS',
    actual: 500,
    where: 'status',
  }),
  passes('HEAD as GET', tried('HEAD', 404, 404)),
  passes('405 for HEAD', tried('HEAD', 404, 405)),
  finds('200 for HEAD where GET has 404', tried('HEAD', 404, 200), {
    expected: '404 for HEAD, as for GET, or 405',
    actual: 200,
  }),
  finds(
    'a body for HEAD, where the next answer begins',
    series([{ ...lostHead, failure: NOT_HTTP }, head], { label: 'HEAD' }),
    { expected: 'no body for HEAD' },
  ),
  unverified(
    'a HEAD whose GET breaks',
    series([lostHead, head], { label: 'HEAD' }),
    'needs an answer',
  ),
  unverified(
    'a run that ended before OPTIONS',
    series([], { label: 'OPTIONS' }),
    'an answer to OPTIONS',
  ),
  unverified(
    'a run that ended before HEAD',
    series([lostHead], { label: 'HEAD' }),
    'answers to GET and to HEAD',
  ),
]);

const COMPLETION = answer(completion());
const LIMITED = answer({}, { status: 429 });

const lost = (failure: string) => ({
  ...answer('', { outcome: 'reset', unanswered: true }),
  failure,
});

const followed = { ...COMPLETION, surplus: 'HTTP/1.1 200 OK\\r\\n' };

ruleTable(transportReuseAfterAnswer, [
  passes('answers one after the other', series([COMPLETION, COMPLETION, COMPLETION])),
  passes('a connection that is closed after the first', series([COMPLETION])),
  passes('a connection that is reset', series([COMPLETION, lost('ECONNRESET')])),
  finds('bytes where the next answer begins', series([COMPLETION, lost(NOT_HTTP)]), {
    expected: 'nothing after the answer to chat',
    exchange: COMPLETION,
  }),
  finds('a second answer without a request', series([COMPLETION, followed]), {
    expected: 'nothing after the answer to chat',
    actual: followed.surplus,
    exchange: followed,
  }),
  passes(
    'a first answer that asks to come again, and others on the same connection',
    series([LIMITED, COMPLETION, LIMITED, COMPLETION]),
  ),
  unverified(
    'no answer but refusals',
    series([answer({}, { status: 500 }), LIMITED]),
    'a valid request that succeeds, as a control',
  ),
]);

const REFUSED = answer({}, { status: 401 });
const GOOD = answer({});
const largeBody = 'a large body';

ruleTable(transportReuseAfterError, [
  passes(
    'a connection that is closed after the refusal',
    series([GOOD, REFUSED], { label: largeBody }),
  ),
  finds(
    'an answer to the rest of the body',
    series([GOOD, REFUSED, answer('', { status: 400, type: '' })], { label: largeBody }),
    {
      expected: '2xx on the same connection, after a large body',
      actual: 'POST /chat/completions returned 400, no content type',
    },
  ),
  finds(
    'an answer to the rest of the body, before the next request',
    series([GOOD, { ...REFUSED, surplus: 'HTTP/1.1 400 ' }], { label: largeBody }),
    { expected: 'nothing after the refusal of a large body', actual: 'HTTP/1.1 400 ' },
  ),
  passes(
    'a connection that closes as the next request arrives',
    series([GOOD, REFUSED, answer('', { outcome: 'reset', unanswered: true })], {
      label: largeBody,
    }),
  ),
  unverified(
    'a valid request that is refused too',
    series([REFUSED, REFUSED, REFUSED], { label: largeBody }),
    'needs a valid request',
  ),
  unverified(
    '429 on the same connection',
    series([GOOD, REFUSED, answer({}, { status: 429 })], { label: largeBody }),
    'needs an answer on the same connection',
  ),
  passes(
    'a valid answer after a 400',
    series([GOOD, answer({}, { status: 400 }), GOOD], { label: largeBody }),
  ),
  unverified(
    'a large body that returns 500',
    series([GOOD, answer({}, { status: 500 }), GOOD], { label: largeBody }),
    'needs a refusal of a large body',
  ),
]);

const banner = 'SSH-2.0-OpenSSH_9.9\\r\\n';

const notHttpAtAll = {
  ...answer('', { unanswered: true, outcome: 'reset' }),
  failure: NOT_HTTP,
  notHttp: banner,
};

ruleTable(transportSpeaksHttp, [
  passes('half an answer', answer('{"id":', { outcome: 'truncated' })),
  finds('the banner of another protocol', notHttpAtAll, {
    expected: 'an HTTP/1.1 response',
    actual: banner,
  }),
  finds(
    'an answer with a second one after it',
    { ...answer(completion()), surplus: 'HTTP/1.1 200 OK\\r\\n' },
    { expected: 'nothing after the answer', actual: 'HTTP/1.1 200 OK\\r\\n' },
  ),
  finds(
    'two media types, of which each client reads one',
    answer(completion(), { headers: { 'Content-Type': 'text/html' } }),
    { expected: 'one value', actual: 'application/json and text/html', where: 'content-type' },
  ),
  passes('the same media type twice, and two cookies', {
    ...answer(completion(), {
      headers: { 'Content-Type': 'application/json', 'set-cookie': 'a=1' },
    }),
  }),
  passes('a body for HEAD, which another rule forbids,', {
    ...answer('', { request: { method: 'HEAD' } }),
    surplus: '{"error":{}}',
  }),
  unverified(
    'bytes after an answer, which another rule forbids,',
    { ...notHttpAtAll, onSameConnection: true },
    'needs the first response of a connection',
  ),
]);
