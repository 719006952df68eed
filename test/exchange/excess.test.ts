import { expect, test } from 'vitest';
import { narrow } from '../../src/answers/narrow.ts';
import { Capture } from '../../src/exchange/capture.ts';
import { LIMITS } from '../../src/input/limits.ts';
import { chat, testRun } from './outgoing-request.ts';

function received(type: string, body: string) {
  const capture = new Capture(chat('http://127.0.0.1:1'), testRun());
  capture.head(200, [['content-type', type]]);
  capture.data(Buffer.from(body));
  return capture.settle('answered');
}

const EVENTS = LIMITS.events.value;
const DEPTH = LIMITS.jsonDepth.value;
const VALUES = LIMITS.jsonValues.value;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const event = (data: string) => `data: ${data}\n\n`;

test.each([
  [
    'too many events',
    'text/event-stream',
    event('{}').repeat(EVENTS + 1),
    'more than 32768 events',
  ],
  [
    'half a million empty events',
    'text/event-stream',
    'data\n\n'.repeat(5e5),
    'more than 32768 events',
  ],
  ['events with CR', 'text/event-stream', 'data\r\r'.repeat(5e5), 'more than 32768 events'],
  [
    'an event that is nested too deep',
    'text/event-stream',
    `${event('{}')}${event(nested(DEPTH + 1))}`,
    'JSON nested deeper than 500 levels',
  ],
  [
    'an event that is nested too deep over many lines',
    'text/event-stream',
    `${'data: [\r\n'.repeat(DEPTH + 1)}${'data: ]\r\n'.repeat(DEPTH + 1)}\r\n`,
    'JSON nested deeper than 500 levels',
  ],
  [
    'an event of too many values',
    'text/event-stream',
    `${event('{}')}${event(`[${'0,'.repeat(VALUES)}0]`)}`,
    'more than 500000 JSON values',
  ],
  [
    'too many values',
    'application/json',
    `[${'0,'.repeat(VALUES)}0]`,
    'more than 500000 JSON values',
  ],
  ['deep nesting', 'application/json', nested(DEPTH + 1), 'JSON nested deeper than 500 levels'],
  [
    'deep nesting after a string with quotes and brackets',
    'application/json',
    `["\\\\","a\\"]${'x'.repeat(100)}[",${nested(DEPTH)}]`,
    'JSON nested deeper than 500 levels',
  ],
])('excess: an answer with %s is cut and not judged', (_name, type, body, why) => {
  const exchange = received(type, body);
  expect([exchange.outcome, exchange.failure]).toEqual(['oversize', why]);
  expect(narrow('any', exchange)).toBeUndefined();
  expect(exchange.answer?.body?.length).toBeLessThanOrEqual(LIMITS.keptBodyBytes.value);
});

test.each([
  ['as many events as are read', 'text/event-stream', event('{}').repeat(EVENTS)],
  ['as much nesting as is read', 'application/json', nested(DEPTH)],
  ['as many values as are read', 'application/json', `{"a":[${'0,'.repeat(VALUES - 3)}0],"b":0}`],
  ['brackets in a long string', 'application/json', JSON.stringify('['.repeat(10_000))],
  ['brackets after escaped quotes', 'application/json', JSON.stringify('"\\['.repeat(10_000))],
])('excess: an answer with %s is judged', (_name, type, body) => {
  const exchange = received(type, body);
  expect(exchange.outcome).toBe('answered');
  expect(narrow('any', exchange)).toBeDefined();
});

test('excess: a small stream with an event that is nested too deep is not judged', () => {
  const exchange = received('text/event-stream', event(nested(DEPTH + 1)));
  expect(narrow('any', exchange)).toBeUndefined();
});
