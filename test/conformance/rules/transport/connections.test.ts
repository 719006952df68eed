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

ruleTable(transportBodyLength, [
  { name: 'a whole stream', evidence: stream([event('[DONE]')]) },
  { name: 'a whole body', evidence: answer({}) },
  {
    name: 'a stream that breaks off after [DONE]',
    evidence: stream([event('[DONE]')], { outcome: 'truncated' }),
    findings: [
      { expected: 'the last chunk', actual: '14 bytes, then the end of the connection', atMs: 10 },
    ],
  },
  {
    name: 'the refusal of a large request, cut by bytes still in transit',
    evidence: answer('', {
      outcome: 'truncated',
      status: 431,
      request: { headers: [['x-large', 'x'.repeat(65_536)]] },
    }),
    unverifiable: 'a request with an ordinary size',
  },
  {
    name: 'a model that fails half-way',
    evidence: stream([event({})], { outcome: 'truncated', sent: { model: 'fail-mid' } }),
    expect: { failingMidStreamModel: 'fail-mid' },
    unverifiable: 'needs a model that does not fail',
  },
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
  { name: 'the next request served', evidence: series([first(), next()], { label: afterError }) },
  {
    name: 'a connection that Assay closed because bytes followed the answer',
    evidence: series([{ ...first(), surplus: 'more' }], { label: afterError }),
  },
  {
    name: 'a connection that is lost once',
    evidence: series([first(), first(again), next(again)], { label: afterError }),
  },
  {
    name: 'Connection: close',
    evidence: series(
      [1, 2].map((attempt) =>
        first({ attempt, headers: { ...LENGTH.headers, connection: 'Close' } }),
      ),
      { label: afterError },
    ),
  },
  {
    name: 'a body that lasts until the connection closes',
    evidence: series(
      [1, 2].map((attempt) => first({ attempt, headers: {} })),
      { label: afterError },
    ),
  },
  {
    name: 'an answer of HTTP/1.0',
    evidence: series(
      [1, 2].map((attempt) => {
        const exchange = first({ attempt });
        return {
          ...exchange,
          ...(exchange.answer && { answer: { ...exchange.answer, httpVersion: '1.0' as const } }),
        };
      }),
      { label: afterError },
    ),
  },
  {
    name: 'no answer to the next request within its deadline',
    evidence: series([first(), next({ outcome: 'timed-out', unanswered: true })], {
      label: afterError,
    }),
  },
  {
    name: 'a first request without a whole answer',
    evidence: series([first({ outcome: 'truncated' })], { label: afterError }),
    unverifiable: 'needs a complete answer to an error',
  },
  {
    name: 'a connection that is closed after a 204, which has no body to end, both times',
    evidence: series(
      [1, 2].map((attempt) => first({ attempt, status: 204, headers: {} })),
      { label: afterError },
    ),
    findings: [FINDING],
  },
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
  ...[200, 204, 299, 405].map((status) => ({
    name: `${status} for OPTIONS`,
    evidence: allowing(status),
  })),
  {
    name: '204 for OPTIONS without Allow',
    evidence: tried('OPTIONS', 204),
    findings: [{ expected: 'the methods of the path', actual: 'absent', where: 'allow' }],
  },
  {
    name: '500 for OPTIONS',
    evidence: tried('OPTIONS', 500),
    findings: [{ expected: '2xx or 405 for OPTIONS', actual: 500, where: 'status' }],
  },
  { name: 'HEAD as GET', evidence: tried('HEAD', 404, 404) },
  { name: '405 for HEAD', evidence: tried('HEAD', 404, 405) },
  {
    name: '200 for HEAD where GET has 404',
    evidence: tried('HEAD', 404, 200),
    findings: [{ expected: '404 for HEAD, as for GET, or 405', actual: 200 }],
  },
  {
    name: 'a body for HEAD, where the next answer begins',
    evidence: series([{ ...lostHead, failure: NOT_HTTP }, head], { label: 'HEAD' }),
    findings: [{ expected: 'no body for HEAD' }],
  },
  {
    name: 'a HEAD whose GET breaks',
    evidence: series([lostHead, head], { label: 'HEAD' }),
    unverifiable: 'needs an answer',
  },
  {
    name: 'a run that ended before OPTIONS',
    evidence: series([], { label: 'OPTIONS' }),
    unverifiable: 'an answer to OPTIONS',
  },
  {
    name: 'a run that ended before HEAD',
    evidence: series([lostHead], { label: 'HEAD' }),
    unverifiable: 'answers to GET and to HEAD',
  },
]);

const COMPLETION = answer(completion());
const LIMITED = answer({}, { status: 429 });

const lost = (failure: string) => ({
  ...answer('', { outcome: 'reset', unanswered: true }),
  failure,
});

const followed = { ...COMPLETION, surplus: 'HTTP/1.1 200 OK\\r\\n' };

ruleTable(transportReuseAfterAnswer, [
  { name: 'answers one after the other', evidence: series([COMPLETION, COMPLETION, COMPLETION]) },
  { name: 'a connection that is closed after the first', evidence: series([COMPLETION]) },
  { name: 'a connection that is reset', evidence: series([COMPLETION, lost('ECONNRESET')]) },
  {
    name: 'bytes where the next answer begins',
    evidence: series([COMPLETION, lost(NOT_HTTP)]),
    findings: [{ expected: 'nothing after the answer to chat', exchange: COMPLETION }],
  },
  {
    name: 'a second answer without a request',
    evidence: series([COMPLETION, followed]),
    findings: [
      {
        expected: 'nothing after the answer to chat',
        actual: followed.surplus,
        exchange: followed,
      },
    ],
  },
  {
    name: 'a first answer that asks to come again, and others on the same connection',
    evidence: series([LIMITED, COMPLETION, LIMITED, COMPLETION]),
  },
  {
    name: 'no answer but refusals',
    evidence: series([answer({}, { status: 500 }), LIMITED]),
    unverifiable: 'a valid request that succeeds, as a control',
  },
]);

const REFUSED = answer({}, { status: 401 });
const GOOD = answer({});
const largeBody = 'a large body';

ruleTable(transportReuseAfterError, [
  {
    name: 'a valid answer on the same connection',
    evidence: series([GOOD, REFUSED, GOOD], { label: largeBody }),
  },
  {
    name: 'a connection that is closed after the refusal',
    evidence: series([GOOD, REFUSED], { label: largeBody }),
  },
  {
    name: 'an answer to the rest of the body',
    evidence: series([GOOD, REFUSED, answer('', { status: 400, type: '' })], { label: largeBody }),
    findings: [
      {
        expected: '2xx on the same connection, after a large body',
        actual: 'POST /chat/completions returned 400, no content type',
      },
    ],
  },
  {
    name: 'an answer to the rest of the body, before the next request',
    evidence: series([GOOD, { ...REFUSED, surplus: 'HTTP/1.1 400 ' }], { label: largeBody }),
    findings: [{ expected: 'nothing after the refusal of a large body', actual: 'HTTP/1.1 400 ' }],
  },
  {
    name: 'a connection that closes as the next request arrives',
    evidence: series([GOOD, REFUSED, answer('', { outcome: 'reset', unanswered: true })], {
      label: largeBody,
    }),
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([REFUSED, REFUSED, REFUSED], { label: largeBody }),
    unverifiable: 'needs a valid request',
  },
  {
    name: '429 on the same connection',
    evidence: series([GOOD, REFUSED, answer({}, { status: 429 })], { label: largeBody }),
    unverifiable: 'needs an answer on the same connection',
  },
  {
    name: 'a valid answer after a 400',
    evidence: series([GOOD, answer({}, { status: 400 }), GOOD], { label: largeBody }),
  },
  {
    name: 'a large body that returns 500',
    evidence: series([GOOD, answer({}, { status: 500 }), GOOD], { label: largeBody }),
    unverifiable: 'needs a refusal of a large body',
  },
]);

const banner = 'SSH-2.0-OpenSSH_9.9\\r\\n';

const notHttpAtAll = {
  ...answer('', { unanswered: true, outcome: 'reset' }),
  failure: NOT_HTTP,
  notHttp: banner,
};

ruleTable(transportSpeaksHttp, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'a stream', evidence: stream([event('[DONE]')]) },
  { name: 'half an answer', evidence: answer('{"id":', { outcome: 'truncated' }) },
  {
    name: 'the banner of another protocol',
    evidence: notHttpAtAll,
    findings: [{ expected: 'an HTTP/1.1 response', actual: banner }],
  },
  {
    name: 'an answer with a second one after it',
    evidence: { ...answer(completion()), surplus: 'HTTP/1.1 200 OK\\r\\n' },
    findings: [{ expected: 'nothing after the answer', actual: 'HTTP/1.1 200 OK\\r\\n' }],
  },
  {
    name: 'two media types, of which each client reads one',
    evidence: answer(completion(), { headers: { 'Content-Type': 'text/html' } }),
    findings: [
      { expected: 'one value', actual: 'application/json and text/html', where: 'content-type' },
    ],
  },
  {
    name: 'the same media type twice, and two cookies',
    evidence: {
      ...answer(completion(), {
        headers: { 'Content-Type': 'application/json', 'set-cookie': 'a=1' },
      }),
    },
  },
  {
    name: 'a body for HEAD, which another rule forbids,',
    evidence: {
      ...answer('', { request: { method: 'HEAD' } }),
      surplus: '{"error":{}}',
    },
  },
  {
    name: 'bytes after an answer, which another rule forbids,',
    evidence: { ...notHttpAtAll, onSameConnection: true },
    unverifiable: 'needs the first response of a connection',
  },
]);
