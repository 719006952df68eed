import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  transportBodiesJson,
  transportCodingAsked,
  transportCodingTrue,
  transportMembersOnce,
  transportNoCrossTalk,
} from '../../../../src/conformance/rules/transport/bodies.ts';
import { choice, completion } from '../chat/completions.ts';
import { delta } from '../chat-stream/chunks.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

ruleTable(transportBodiesJson, [
  passes('one object', answer({ id: 'a' })),
  passes('white space around it', answer('\r\n {"id":"a"}\n')),
  ...['{"id":"a"}}', '{"id":"a"}{"id":"b"}', '{"id":"a"}\0', '\uFEFF{"id":"a"}', '{"id":NaN}'].map(
    (body) =>
      finds(JSON.stringify(body), answer(body), {
        expected: 'one JSON value',
        actual: `… ${body}`,
      }),
  ),
  finds('text in ISO 8859-1', answer(Buffer.from('{"id":"\u00fc"}', 'latin1')), {
    expected: 'UTF-8',
    actual: 'bytes that are not UTF-8',
  }),
  finds(
    'a failure with half a character at its end, and bytes after it',
    answer(Buffer.from('{"error":{}}\xe2\x82', 'latin1'), { status: 502 }),
    { expected: 'UTF-8' },
  ),
  passes('U+FFFD and other characters in UTF-8', answer('{"id":"\uFFFD ü 语 😀"}')),
  finds(
    'a failure with bytes after its end',
    answer('{"error":{}}<html>', { status: 502, operation: 'images' }),
    { expected: 'one JSON value' },
  ),
  unverified(
    'an answer of an unknown path',
    answer({}, { operation: 'other', status: 404 }),
    'an answer of an operation',
  ),
  unverified('a stream', stream([event('[DONE]')]), 'an answer in one body'),
  unverified('no body', answer('', { status: 202 }), 'a body to read'),
  unverified('a page of HTML', answer('<html>', { type: 'text/html' }), 'a JSON body'),
]);

const ZIPPED = gzipSync('{"id":"a"}');
const headers = { 'content-encoding': 'gzip' };
const asks = { headers: [['accept-encoding', 'gzip']] as const };

ruleTable(transportCodingAsked, [
  passes('a plain body', series([answer({ id: 'a' })])),
  passes(
    'a body with the coding identity',
    series([answer({ id: 'a' }, { headers: { 'content-encoding': 'Identity' } })]),
  ),
  finds('gzip that was not requested', series([answer(ZIPPED, { headers })]), {
    actual: 'gzip',
    where: 'content-encoding',
  }),
  unverified(
    'gzip that was requested',
    series([answer(ZIPPED, { headers, request: asks })]),
    'a request without Accept-Encoding',
  ),
  unverified(
    'no answer',
    series([answer('', { outcome: 'reset', unanswered: true })]),
    'an answer with a body',
  ),
]);

const TEXT = '{"id":"a"}';

const coded = (body: Uint8Array | string, coding?: string) =>
  series([
    answer(body, {
      request: asks,
      ...(coding !== undefined && { headers: { 'content-encoding': coding } }),
    }),
  ]);

ruleTable(transportCodingTrue, [
  passes('a plain body', coded(TEXT)),
  passes('gzip', coded(gzipSync(TEXT), 'GZIP')),
  passes('brotli', coded(brotliCompressSync(TEXT), 'br')),
  passes('gzip of 64 MiB of zeros', coded(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip')),
  finds('text that is called gzip', coded(TEXT, 'gzip'), {
    expected: 'a body in gzip',
    actual: 'other bytes',
    where: 'content-encoding',
  }),
  finds('truncated gzip', coded(gzipSync(TEXT).subarray(0, 12), 'gzip'), {
    expected: 'a body in gzip',
  }),
  finds('gzip that is not called so', coded(gzipSync(TEXT)), {
    expected: 'gzip, as the body is',
    actual: 'absent',
  }),
  unverified('an unknown coding', coded(TEXT, 'lz9'), 'a coding that Assay knows'),
  unverified(
    'text that is called gzip, of a refusal',
    series([answer(TEXT, { status: 400, request: asks, headers: { 'content-encoding': 'gzip' } })]),
    'a 2xx answer with a body',
  ),
  unverified('an empty body that is called gzip', coded('', 'gzip'), 'a 2xx answer with a body'),
]);

const twice = '{"id":"c1","object":"chat.completion","id":"c1"}';

ruleTable(transportMembersOnce, [
  passes('a body whose fields occur once', answer(completion())),
  passes('a stream whose fields occur once', stream([event(completion()), event('[DONE]')])),
  finds(
    'a member that stands twice in a refusal',
    answer('{"error":{"code":"a","message":"No.","code":"b"}}', { status: 400 }),
    { where: 'error.code' },
  ),
  finds(
    'a member that stands twice in a later event',
    stream([event(completion()), event(completion()), event(twice)]),
    { where: 'id', atMs: 30 },
  ),
  unverified('a page of HTML', answer('<p>', { type: 'text/html' }), 'a JSON object'),
  unverified('a stream without events', stream(['']), 'events in JSON'),
]);

const [OWN, FOREIGN] = ['n0123abcd', 'n4567abcd'];
const expect = { echoModel: 'echo' };
const sent = { model: 'echo', messages: [{ role: 'user', content: `Say ${OWN}.` }] };

const chat = (content: string) =>
  answer(completion({ choices: [choice({ message: { role: 'assistant', content } })] }), { sent });

ruleTable(transportNoCrossTalk, [
  passes('an answer with its own nonce', chat(`Say ${OWN}.`), expect),
  passes(
    'its own nonce cut over two deltas',
    stream([delta(OWN.slice(0, 3)), delta(OWN.slice(3))], { sent }),
    expect,
  ),
  {
    name: 'an answer with the nonce of another request',
    evidence: chat(`Say ${FOREIGN}.`),
    expect,
    findings: [{ expected: OWN, actual: `${FOREIGN}, of another request` }],
  },
  unverified(
    'an answer without any nonce',
    chat('Hello'),
    'needs an answer that repeats a nonce',
    expect,
  ),
  unverified('another model', chat('Hello'), 'to the echoing model'),
  unverified(
    'a prompt without nonce',
    answer(completion(), { sent: { model: 'echo', input: 'Hi' } }),
    'needs a prompt with a nonce',
    expect,
  ),
  unverified('an answer without text', answer({}, { sent }), 'with text', expect),
]);
