import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrow } from '../../src/answers/narrow.ts';
import { keptFinding } from '../../src/conformance/kept-finding.ts';
import { BodyBudget } from '../../src/exchange/body-budget.ts';
import { Capture } from '../../src/exchange/capture.ts';
import { keptExchange } from '../../src/exchange/kept-exchange.ts';
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

const MIB = 1024 * 1024;

test('body budget: a body that does not fit is refused until another body is released', () => {
  const budget = new BodyBudget(100);
  const body = new Uint8Array(60);
  expect([budget.take(60), budget.take(60)]).toEqual([true, false]);
  budget.hold(body, 60);
  budget.release(body);
  budget.release(body);
  expect([budget.take(100), budget.take(1)]).toEqual([true, false]);
});

test('body budget: a further probe waits until half of the memory is free', async () => {
  const budget = new BodyBudget(100);
  budget.take(60);
  const soon = new Promise((resolve) => setImmediate(() => resolve('still waiting')));
  const room = budget.room();
  expect(await Promise.race([room, soon])).toBe('still waiting');
  budget.give(10);
  expect(await room).toBeUndefined();
});

test('capture: answers that do not fit in the memory of the run are cut, marked, and release theirs', () => {
  const run = { ...testRun(), bodies: new BodyBudget(3 * MIB) };
  const receive = () => {
    const capture = new Capture(chat('http://127.0.0.1:1'), run);
    capture.head(200, []);
    const ending = capture.data(new Uint8Array(2 * MIB));
    return capture.settle(ending ?? 'answered');
  };
  const [first, second] = [receive(), receive()];
  expect(first.outcome).toBe('answered');
  expect([second.outcome, second.failure]).toEqual([
    'oversize',
    `all bodies together larger than ${LIMITS.probeBodies.value / MIB} MiB`,
  ]);
  run.bodies.release(first.answer?.body);
  expect(receive().outcome).toBe('answered');
});

test('kept exchange: a large body is shortened to its beginning, with the digest of all of it', () => {
  const text = JSON.stringify('x'.repeat(100_000));
  const kept = keptExchange(received('application/json', text));
  const { body, sha256, sizeBytes } = kept.answer ?? {};
  expect(Buffer.from(body ?? []).toString()).toBe(text.slice(0, LIMITS.keptBodyBytes.value));
  expect(body?.buffer.byteLength).toBe(LIMITS.keptBodyBytes.value);
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect(sizeBytes).toBe(text.length);
});

test('kept exchange: equal calls give the same object, and a small exchange is kept as it is', () => {
  const [small, large] = [
    received('application/json', '{}'),
    received('application/json', JSON.stringify('x'.repeat(100_000))),
  ];
  expect(keptExchange(small)).toBe(small);
  expect(keptExchange(large)).toBe(keptExchange(large));
  expect(keptExchange(keptExchange(large))).toBe(keptExchange(large));
});

test('kept finding: only the beginning of a large value is kept', () => {
  const [text, json, small] = [
    'x'.repeat(100_000),
    Array.from({ length: 50_000 }, () => 0),
    { a: 1 },
  ];
  const kept = [text, json, small].map(
    (actual) => keptFinding({ expected: 'less', actual }).actual,
  );
  expect(kept).toEqual(['x'.repeat(4096), JSON.stringify(json).slice(0, 4096), { a: 1 }]);
});
