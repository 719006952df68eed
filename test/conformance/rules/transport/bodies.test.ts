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
import { message, response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(transportBodiesJson, [
  { name: 'one object', evidence: answer({ id: 'a' }) },
  { name: 'white space around it', evidence: answer('\r\n {"id":"a"}\n') },
  { name: 'a failure in JSON', evidence: answer({ error: {} }, { status: 500 }) },
  ...['{"id":"a"}}', '{"id":"a"}{"id":"b"}', '{"id":"a"}\0', '\uFEFF{"id":"a"}', '{"id":NaN}'].map(
    (body) => ({
      name: JSON.stringify(body),
      evidence: answer(body),
      findings: [{ expected: 'one JSON value', actual: `… ${body}` }],
    }),
  ),
  {
    name: 'text in ISO 8859-1',
    evidence: answer(Buffer.from('{"id":"\u00fc"}', 'latin1')),
    findings: [{ expected: 'UTF-8', actual: 'bytes that are not UTF-8' }],
  },
  {
    name: 'a failure with half a character at its end, and bytes after it',
    evidence: answer(Buffer.from('{"error":{}}\xe2\x82', 'latin1'), { status: 502 }),
    findings: [{ expected: 'UTF-8' }],
  },
  { name: 'U+FFFD and other characters in UTF-8', evidence: answer('{"id":"\uFFFD ü 语 😀"}') },
  {
    name: 'a failure with bytes after its end',
    evidence: answer('{"error":{}}<html>', { status: 502, operation: 'images' }),
    findings: [{ expected: 'one JSON value' }],
  },
  {
    name: 'an answer of an unknown path',
    evidence: answer({}, { operation: 'other', status: 404 }),
    unverifiable: 'an answer of an operation',
  },
  {
    name: 'a stream',
    evidence: stream([event('[DONE]')]),
    unverifiable: 'an answer in one body',
  },
  { name: 'no body', evidence: answer('', { status: 202 }), unverifiable: 'a body to read' },
  {
    name: 'a page of HTML',
    evidence: answer('<html>', { type: 'text/html' }),
    unverifiable: 'a JSON body',
  },
]);

const ZIPPED = gzipSync('{"id":"a"}');
const headers = { 'content-encoding': 'gzip' };
const asks = { headers: [['accept-encoding', 'gzip']] as const };

ruleTable(transportCodingAsked, [
  { name: 'a plain body', evidence: series([answer({ id: 'a' })]) },
  {
    name: 'a body with the coding identity',
    evidence: series([answer({ id: 'a' }, { headers: { 'content-encoding': 'Identity' } })]),
  },
  {
    name: 'gzip that was not requested',
    evidence: series([answer(ZIPPED, { headers })]),
    findings: [{ actual: 'gzip', where: 'content-encoding' }],
  },
  {
    name: 'gzip that was requested',
    evidence: series([answer(ZIPPED, { headers, request: asks })]),
    unverifiable: 'a request without Accept-Encoding',
  },
  {
    name: 'no answer',
    evidence: series([answer('', { outcome: 'reset', unanswered: true })]),
    unverifiable: 'an answer with a body',
  },
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
  { name: 'a plain body', evidence: coded(TEXT) },
  { name: 'a plain stream', evidence: series([stream([event({ id: 'a' })])]) },
  { name: 'gzip', evidence: coded(gzipSync(TEXT), 'GZIP') },
  { name: 'brotli', evidence: coded(brotliCompressSync(TEXT), 'br') },
  {
    name: 'gzip of 64 MiB of zeros',
    evidence: coded(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip'),
  },
  {
    name: 'text that is called gzip',
    evidence: coded(TEXT, 'gzip'),
    findings: [{ expected: 'a body in gzip', actual: 'other bytes', where: 'content-encoding' }],
  },
  {
    name: 'truncated gzip',
    evidence: coded(gzipSync(TEXT).subarray(0, 12), 'gzip'),
    findings: [{ expected: 'a body in gzip' }],
  },
  {
    name: 'gzip that is not called so',
    evidence: coded(gzipSync(TEXT)),
    findings: [{ expected: 'gzip, as the body is', actual: 'absent' }],
  },
  {
    name: 'an unknown coding',
    evidence: coded(TEXT, 'lz9'),
    unverifiable: 'a coding that Assay knows',
  },
  {
    name: 'text that is called gzip, of a refusal',
    evidence: series([
      answer(TEXT, { status: 400, request: asks, headers: { 'content-encoding': 'gzip' } }),
    ]),
    unverifiable: 'a 2xx answer with a body',
  },
  {
    name: 'an empty body that is called gzip',
    evidence: coded('', 'gzip'),
    unverifiable: 'a 2xx answer with a body',
  },
]);

const twice = '{"id":"c1","object":"chat.completion","id":"c1"}';

ruleTable(transportMembersOnce, [
  { name: 'a body whose fields occur once', evidence: answer(completion()) },
  {
    name: 'a stream whose fields occur once',
    evidence: stream([event(completion()), event('[DONE]')]),
  },
  {
    name: 'a member that stands twice in a refusal',
    evidence: answer('{"error":{"code":"a","message":"No.","code":"b"}}', { status: 400 }),
    findings: [{ where: 'error.code' }],
  },
  {
    name: 'a member that stands twice in a later event',
    evidence: stream([event(completion()), event(completion()), event(twice)]),
    findings: [{ where: 'id', atMs: 30 }],
  },
  {
    name: 'a page of HTML',
    evidence: answer('<p>', { type: 'text/html' }),
    unverifiable: 'a JSON object',
  },
  { name: 'a stream without events', evidence: stream(['']), unverifiable: 'events in JSON' },
]);

const [OWN, FOREIGN] = ['n0123abcd', 'n4567abcd'];
const expect = { echoModel: 'echo' };
const sent = { model: 'echo', messages: [{ role: 'user', content: `Say ${OWN}.` }] };

const chat = (content: string) =>
  answer(completion({ choices: [choice({ message: { role: 'assistant', content } })] }), { sent });

ruleTable(transportNoCrossTalk, [
  { name: 'an answer with its own nonce', evidence: chat(`Say ${OWN}.`), expect },
  {
    name: 'its own nonce cut over two deltas',
    evidence: stream([delta(OWN.slice(0, 3)), delta(OWN.slice(3))], { sent }),
    expect,
  },
  {
    name: 'a response with its own nonce',
    evidence: answer(response({ output: [message(OWN)] }), {
      operation: 'responses',
      sent: { model: 'echo', input: OWN },
    }),
    expect,
  },
  {
    name: 'an answer with the nonce of another request',
    evidence: chat(`Say ${FOREIGN}.`),
    expect,
    findings: [{ expected: OWN, actual: `${FOREIGN}, of another request` }],
  },
  {
    name: 'an answer without any nonce',
    evidence: chat('Hello'),
    expect,
    unverifiable: 'needs an answer that repeats a nonce',
  },
  { name: 'another model', evidence: chat('Hello'), unverifiable: 'to the echoing model' },
  {
    name: 'a prompt without nonce',
    evidence: answer(completion(), { sent: { model: 'echo', input: 'Hi' } }),
    expect,
    unverifiable: 'needs a prompt with a nonce',
  },
  {
    name: 'an answer without text',
    evidence: answer({}, { sent }),
    expect,
    unverifiable: 'with text',
  },
]);
