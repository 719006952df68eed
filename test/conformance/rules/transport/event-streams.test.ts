import {
  transportSseEventsClosed,
  transportSseFraming,
  transportSseMediaType,
  transportSseNoHold,
  transportSseUtf8,
} from '../../../../src/conformance/rules/transport/event-streams.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

ruleTable(transportSseEventsClosed, [
  passes('blank lines of CR and LF', stream(['data: {}\r\n\r\n'])),
  passes('an unfinished comment at the end', stream([event('[DONE]'), ': bye'])),
  finds('a last event without blank line', stream([event({}), 'data: [DONE]\n']), {
    expected: 'a blank line after the last event',
  }),
]);

const OBJECT = event({ a: 1 });

ruleTable(transportSseFraming, [
  passes('an object in each event', stream([OBJECT, event({ b: 2 }, 'name'), event('[DONE]')])),
  passes(
    'CRLF, comments, id, retry and unknown fields',
    stream([': hi\r\n\r\nid: 7\r\nretry: 9\r\nfoo: bar\r\ndata:{"a":1}\r\n\r\n']),
  ),
  passes('one object over several data lines', stream(['data: {\ndata:  "a": 1\ndata: }\n\n'])),
  passes('an event without data', stream(['event: ping\n\n', OBJECT])),
  finds('a pretty-printed object with one data line', stream(['data: {\n  "a": 1\n}\n\n']), {
    expected: '[DONE] or one JSON object',
    actual: '{',
    atMs: 10,
  }),
  finds('two objects in one event', stream(['data: {"a":1}\ndata: {"b":2}\n\n']), {
    actual: '{"a":1}\n{"b":2}',
  }),
  finds('an array', stream([OBJECT, event([1])]), { actual: '[1]', atMs: 20 }),
  finds('text', stream([event('ping')]), { actual: 'ping' }),
  finds('empty data', stream(['data:\n\n']), { actual: '' }),
  unverified('no event', stream([': hi\n\n']), 'needs a stream with events'),
]);

const EVENTS = event({ a: 1 });

ruleTable(transportSseMediaType, [
  passes('text/event-stream', stream([EVENTS])),
  passes('a charset of utf-8', stream([EVENTS], { type: 'text/event-stream;charset=UTF-8' })),
  passes('a quoted charset', stream([EVENTS], { type: 'Text/Event-Stream; charset="utf-8"' })),
  finds('another charset', stream([EVENTS], { type: 'text/event-stream; charset=iso-8859-1' }), {
    expected: 'charset utf-8',
    actual: 'text/event-stream; charset=iso-8859-1',
  }),
  finds(
    'no media type on a stream that begins with a comment',
    answer(`: hello\n\n${EVENTS}`, { type: '' }),
    { actual: '' },
  ),
  unverified('one JSON body', answer({ data: 1 }), 'needs an event stream'),
]);

const sent = (headers: Record<string, string>, request = {}) =>
  stream([event('[DONE]')], { headers, request });

ruleTable(transportSseNoHold, [
  passes('no-cache', sent({ 'cache-control': 'no-cache, no-transform' })),
  passes('no-store', sent({ 'cache-control': 'private, No-Store' })),
  passes('identity', sent({ 'cache-control': 'no-cache', 'content-encoding': 'identity' })),
  finds(
    'gzip that was not requested',
    sent({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' }),
    { actual: 'gzip', where: 'content-encoding' },
  ),
  finds('a stream to be kept', sent({ 'cache-control': 'max-age=60' }), { actual: 'max-age=60' }),
]);

const GLOBE = Buffer.from(event({ text: '🌍é' }));
const SPLIT = GLOBE.indexOf(0xf0) + 2;

/** A chat stream of the echoing model in one delta. */
const echoed = (content: string, prompt = 'Grüße, 世界? 🌍') =>
  stream([event({ choices: [{ index: 0, delta: { content } }] })], {
    sent: { model: 'echo', messages: [{ role: 'user', content: prompt }], stream: true },
  });

ruleTable(transportSseUtf8, [
  passes('a character in two reads', stream([GLOBE.subarray(0, SPLIT), GLOBE.subarray(SPLIT)])),
  passes('JSON escapes', stream(['data: {"text":"\\u00e9\\ud83c\\udf0d"}\n\n'])),
  finds('U+FFFD as a JSON escape', stream(['data: {"text":"\\uFFFD"}\n\n']), { atMs: 10 }),
  finds('Latin-1 bytes', stream([Buffer.from(event({ text: 'é' }), 'latin1')]), {
    expected: 'UTF-8',
    actual: 'bytes that are not UTF-8',
  }),
  finds(
    'a character in two events, half of it in each',
    stream(['data: {"text":"\\ud83c"}\n\n', 'data: {"text":"\\udf0d"}\n\n']),
    { expected: 'whole characters, no lone surrogate', atMs: 10 },
    { expected: 'whole characters, no lone surrogate', atMs: 20 },
  ),
  passes('an escape that is itself escaped', stream(['data: {"text":"\\\\ud83c \\u00e9"}\n\n'])),
  passes('an echo with all of its characters', echoed('Grüße, 世界? 🌍'), { echoModel: 'echo' }),
  passes(
    'an echo of its words in another order, and one of them twice',
    echoed('世界? 世界? Grüße,  🌍'),
    { echoModel: 'echo' },
  ),
  {
    name: 'an echo without one of two equal characters',
    evidence: echoed('Grüe', 'Grüüe'),
    expect: { echoModel: 'echo' },
    findings: [{ actual: '"ü" (1 characters)' }],
  },
  passes('an echo of other letters', echoed('Gruesse, 世界? 🌍'), { echoModel: 'echo' }),
  passes('the echo of another request', echoed('Grusse n00000002', 'Grüße n00000001'), {
    echoModel: 'echo',
  }),
  unverified(
    'U+FFFD that was in the prompt',
    stream([event({ text: '\ufffd' })], { sent: { prompt: '\ufffd' } }),
    'needs a request without U+FFFD',
  ),
  passes('an echo after instructions in another script', echoed('指示: Grüße, 世界? 🌍'), {
    echoModel: 'echo',
  }),
]);
