import { expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { readEvents, type StreamedEvent, start } from './support/start.ts';

const ASK = { model: 'ref-responses', instructions: 'Be brief.', input: 'Tell me more.' };

test('responses: a response has every field of the interface', async () => {
  const gateway = await start();
  const body: unknown = await (await gateway.ask('/responses', { json: ASK })).json();
  const text = dig(body, 'output_text');
  expect(text).toMatch(/\S/);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^resp_/),
    object: 'response',
    status: 'completed',
    model: 'ref-responses',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
    usage: { input_tokens: 5, output_tokens: 4, total_tokens: 9 },
  });
});

test('responses: ref-echo returns the instructions, a newline and the input', async () => {
  const gateway = await start();
  const response = await gateway.ask('/responses', { json: { ...ASK, model: 'ref-echo' } });
  expect(dig(await response.json(), 'output_text')).toBe('Be brief.\nTell me more.');
});

test('responses: the last text of an input of items is used', async () => {
  const gateway = await start();
  const content = [{ type: 'input_text', text: 'Look: ' }, { type: 'input_image' }];
  const json = { model: 'ref-echo', input: [{ role: 'user', content }] };
  const response = await gateway.ask('/responses', { json });
  expect(dig(await response.json(), 'output_text')).toBe('Look: ');
});

test('responses: a stream has nested events in order with rising numbers', async () => {
  const gateway = await start({ tokens: 2 });
  const events = await stream(gateway, ASK);
  expect(events.map(({ name }) => name)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map(({ data }) => dig(data, 'type'))).toEqual(events.map(({ name }) => name));
  expect(events.map(({ data }) => dig(data, 'sequence_number'))).toEqual([...events.keys()]);
});

test('responses: the ids and texts of a stream agree', async () => {
  const gateway = await start();
  const events = await stream(gateway, ASK);
  const ids = events.map(({ data }) => dig(data, 'response', 'id')).filter(Boolean);
  expect(new Set(ids).size).toBe(1);
  const items = events.flatMap(({ data }) => [dig(data, 'item_id'), dig(data, 'item', 'id')]);
  expect(new Set(items.filter(Boolean)).size).toBe(1);
  const text = events.map(({ data }) => dig(data, 'delta') ?? '').join('');
  const last = events.at(-1)?.data;
  expect(events.find(({ name }) => name === 'response.output_text.done')?.data).toMatchObject({
    text,
  });
  expect(dig(last, 'response', 'output_text')).toBe(text);
  expect(dig(last, 'response', 'output', 0, 'content', 0, 'text')).toBe(text);
});

test('responses: the streamed response equals the one body except for ids and times', async () => {
  const gateway = await start();
  const whole: unknown = await (await gateway.ask('/responses', { json: ASK })).json();
  const last = (await stream(gateway, ASK)).at(-1)?.data;
  for (const name of ['object', 'status', 'model', 'output_text', 'usage']) {
    expect(dig(last, 'response', name)).toEqual(dig(whole, name));
  }
});

test('responses: ref-fail-mid ends with error and response.failed', async () => {
  const gateway = await start();
  const events = await stream(gateway, { ...ASK, model: 'ref-fail-mid' });
  expect(events.slice(-2).map(({ name }) => name)).toEqual(['error', 'response.failed']);
  expect(dig(events.at(-1)?.data, 'response', 'error', 'code')).toBe('model_failed');
  expect(await gateway.effects()).toBe(0);
});

test.each([
  ['no model', { model: undefined }, 'model'],
  ['no input', { input: undefined }, 'input'],
  ['an input that is a number', { input: 5 }, 'input'],
  ['instructions that are an array', { instructions: [] }, 'instructions'],
])('responses: %s is refused', async (_, change, param) => {
  const gateway = await start();
  const response = await gateway.ask('/responses', { json: { ...ASK, ...change } });
  expect(response.status).toBe(400);
  expect(dig(await response.json(), 'error', 'param')).toBe(param);
});

async function stream(
  gateway: Awaited<ReturnType<typeof start>>,
  json: object,
): Promise<readonly StreamedEvent[]> {
  return await readEvents(await gateway.ask('/responses', { json: { ...json, stream: true } }));
}
