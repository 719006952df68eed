import {
  transportSseEventsClosed,
  transportSseFraming,
  transportSseMediaType,
  transportSseNoHold,
  transportSseUtf8,
} from '../../../../src/conformance/rules/transport/event-streams.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(transportSseEventsClosed, [
  { name: 'a blank line after the last event', evidence: stream([event('[DONE]')]) },
  { name: 'blank lines of CR and LF', evidence: stream(['data: {}\r\n\r\n']) },
  { name: 'an unfinished comment at the end', evidence: stream([event('[DONE]'), ': bye']) },
  {
    name: 'a last event without blank line',
    evidence: stream([event({}), 'data: [DONE]\n']),
    findings: [{ expected: 'a blank line after the last event' }],
  },
]);

const OBJECT = event({ a: 1 });

ruleTable(transportSseFraming, [
  {
    name: 'an object in each event',
    evidence: stream([OBJECT, event({ b: 2 }, 'name'), event('[DONE]')]),
  },
  {
    name: 'CRLF, comments, id, retry and unknown fields',
    evidence: stream([': hi\r\n\r\nid: 7\r\nretry: 9\r\nfoo: bar\r\ndata:{"a":1}\r\n\r\n']),
  },
  {
    name: 'one object over several data lines',
    evidence: stream(['data: {\ndata:  "a": 1\ndata: }\n\n']),
  },
  { name: 'an event without data', evidence: stream(['event: ping\n\n', OBJECT]) },
  {
    name: 'a pretty-printed object with one data line',
    evidence: stream(['data: {\n  "a": 1\n}\n\n']),
    findings: [{ expected: '[DONE] or one JSON object', actual: '{', atMs: 10 }],
  },
  {
    name: 'two objects in one event',
    evidence: stream(['data: {"a":1}\ndata: {"b":2}\n\n']),
    findings: [{ actual: '{"a":1}\n{"b":2}' }],
  },
  {
    name: 'an array',
    evidence: stream([OBJECT, event([1])]),
    findings: [{ actual: '[1]', atMs: 20 }],
  },
  { name: 'text', evidence: stream([event('ping')]), findings: [{ actual: 'ping' }] },
  { name: 'empty data', evidence: stream(['data:\n\n']), findings: [{ actual: '' }] },
  { name: 'no event', evidence: stream([': hi\n\n']), unverifiable: 'needs a stream with events' },
]);

const EVENTS = event({ a: 1 });

ruleTable(transportSseMediaType, [
  { name: 'text/event-stream', evidence: stream([EVENTS]) },
  {
    name: 'a charset of utf-8',
    evidence: stream([EVENTS], { type: 'text/event-stream;charset=UTF-8' }),
  },
  {
    name: 'a quoted charset',
    evidence: stream([EVENTS], { type: 'Text/Event-Stream; charset="utf-8"' }),
  },
  {
    name: 'another charset',
    evidence: stream([EVENTS], { type: 'text/event-stream; charset=iso-8859-1' }),
    findings: [{ expected: 'charset utf-8', actual: 'text/event-stream; charset=iso-8859-1' }],
  },
  {
    name: 'no media type on a stream that begins with a comment',
    evidence: answer(`: hello\n\n${EVENTS}`, { type: '' }),
    findings: [{ actual: '' }],
  },
  { name: 'one JSON body', evidence: answer({ data: 1 }), unverifiable: 'needs an event stream' },
]);

const sent = (headers: Record<string, string>, request = {}) =>
  stream([event('[DONE]')], { headers, request });

ruleTable(transportSseNoHold, [
  { name: 'no-cache', evidence: sent({ 'cache-control': 'no-cache, no-transform' }) },
  { name: 'no-store', evidence: sent({ 'cache-control': 'private, No-Store' }) },
  {
    name: 'identity',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'identity' }),
  },
  {
    name: 'gzip that was not requested',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' }),
    findings: [{ actual: 'gzip', where: 'content-encoding' }],
  },
  {
    name: 'a stream to be kept',
    evidence: sent({ 'cache-control': 'max-age=60' }),
    findings: [{ actual: 'max-age=60' }],
  },
]);

const GLOBE = Buffer.from(event({ text: '🌍é' }));
const SPLIT = GLOBE.indexOf(0xf0) + 2;

/** A chat stream of the echoing model in one delta. */
const echoed = (content: string, prompt = 'Grüße, 世界? 🌍') =>
  stream([event({ choices: [{ index: 0, delta: { content } }] })], {
    sent: { model: 'echo', messages: [{ role: 'user', content: prompt }], stream: true },
  });

ruleTable(transportSseUtf8, [
  { name: 'characters of several bytes', evidence: stream([GLOBE]) },
  {
    name: 'a character in two reads',
    evidence: stream([GLOBE.subarray(0, SPLIT), GLOBE.subarray(SPLIT)]),
  },
  { name: 'JSON escapes', evidence: stream(['data: {"text":"\\u00e9\\ud83c\\udf0d"}\n\n']) },
  {
    name: 'U+FFFD as a JSON escape',
    evidence: stream(['data: {"text":"\\uFFFD"}\n\n']),
    findings: [{ atMs: 10 }],
  },
  {
    name: 'Latin-1 bytes',
    evidence: stream([Buffer.from(event({ text: 'é' }), 'latin1')]),
    findings: [{ expected: 'UTF-8', actual: 'bytes that are not UTF-8' }],
  },
  {
    name: 'a character in two events, half of it in each',
    evidence: stream(['data: {"text":"\\ud83c"}\n\n', 'data: {"text":"\\udf0d"}\n\n']),
    findings: [
      { expected: 'whole characters, no lone surrogate', atMs: 10 },
      { expected: 'whole characters, no lone surrogate', atMs: 20 },
    ],
  },
  {
    name: 'an escape that is itself escaped',
    evidence: stream(['data: {"text":"\\\\ud83c \\u00e9"}\n\n']),
  },
  {
    name: 'an echo with all of its characters',
    evidence: echoed('Grüße, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'an echo of its words in another order, and one of them twice',
    evidence: echoed('世界? 世界? Grüße,  🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'an echo without one of two equal characters',
    evidence: echoed('Grüe', 'Grüüe'),
    expect: { echoModel: 'echo' },
    findings: [{ actual: '"ü" (1 characters)' }],
  },
  {
    name: 'an echo of other letters',
    evidence: echoed('Gruesse, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'the echo of another request',
    evidence: echoed('Grusse n00000002', 'Grüße n00000001'),
    expect: { echoModel: 'echo' },
  },
  {
    name: 'U+FFFD that was in the prompt',
    evidence: stream([event({ text: '\ufffd' })], { sent: { prompt: '\ufffd' } }),
    unverifiable: 'needs a request without U+FFFD',
  },
  {
    name: 'an echo after instructions in another script',
    evidence: echoed('指示: Grüße, 世界? 🌍'),
    expect: { echoModel: 'echo' },
  },
]);
