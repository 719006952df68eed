import { describe, expect, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT, readEvents, type Started, type StreamedEvent, start } from './support/start.ts';

const RESPONSE = { model: 'ref-responses', instructions: 'Be brief.', input: 'Tell me more.' };

const OPERATIONS = [
  ['chat', '/chat/completions', CHAT, 'max_tokens'],
  ['chat', '/chat/completions', CHAT, 'max_completion_tokens'],
  ['responses', '/responses', RESPONSE, 'max_output_tokens'],
] as const;

describe('answer length: chat', () => {
  test.each([
    ['max_tokens', { max_tokens: 2 }],
    ['max_completion_tokens', { max_completion_tokens: 2 }],
    ['the lower of both', { max_tokens: 3, max_completion_tokens: 2 }],
    ['the lower of both, the other way round', { max_tokens: 2, max_completion_tokens: 3 }],
  ])('%s ends the body and the stream with finish_reason length', async (_, limit) => {
    const gateway = await start({ tokens: 6 });
    const whole = contentOf(await body(gateway, '/chat/completions', CHAT));
    const cut = await body(gateway, '/chat/completions', { ...CHAT, ...limit });
    expect(dig(cut, 'choices', 0, 'finish_reason')).toBe('length');
    expect(dig(cut, 'usage')).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
    expect(contentOf(cut)).toBe(firstWords(whole, 2));

    const json = { ...CHAT, ...limit, stream_options: { include_usage: true } };
    const events = await streamed(gateway, '/chat/completions', json);
    expect(deltasOf(events)).toEqual(contentOf(cut).split(/(?= )/));
    expect(events.slice(-3).map(({ data }) => ending(data))).toEqual(['length', 5, '[DONE]']);
    expect(reasonsOf(events)).toEqual(['length']);
  });
});

describe('answer length: responses', () => {
  test('max_output_tokens makes the body incomplete', async () => {
    const gateway = await start({ tokens: 6 });
    const whole: unknown = await body(gateway, '/responses', RESPONSE);
    const cut = await body(gateway, '/responses', { ...RESPONSE, max_output_tokens: 2 });
    const text = firstWords(String(dig(whole, 'output_text')), 2);
    expect(cut).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      error: null,
      output: [{ type: 'message', status: 'incomplete', content: [{ text }] }],
      output_text: text,
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    });
  });

  test('max_output_tokens ends the stream with response.incomplete, its items closed', async () => {
    const gateway = await start({ tokens: 6 });
    const json = { ...RESPONSE, max_output_tokens: 2 };
    const cut: unknown = await body(gateway, '/responses', json);
    const events = await streamed(gateway, '/responses', json);
    expect(events.slice(3).map(({ name }) => name)).toEqual([
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.incomplete',
    ]);
    expect(deltasOf(events).join('')).toBe(dig(cut, 'output_text'));
    expect(dig(events.at(-2)?.data, 'item', 'status')).toBe('incomplete');
    const last = events.at(-1)?.data;
    expect(dig(last, 'type')).toBe('response.incomplete');
    for (const name of ['status', 'incomplete_details', 'output_text', 'usage']) {
      expect(dig(last, 'response', name)).toEqual(dig(cut, name));
    }
    expect(events.map(({ data }) => dig(data, 'sequence_number'))).toEqual([...events.keys()]);
  });
});

describe.each(OPERATIONS)('answer length: %s', (_, path, ask, field) => {
  test.each([0, -1, 1.5, '2', '', true, {}])(`${field} %j is refused`, async (most) => {
    const gateway = await start();
    for (const stream of [false, true]) {
      const response = await gateway.ask(path, { json: { ...ask, [field]: most, stream } });
      expect(response.status).toBe(400);
      expect(dig(await response.json(), 'error')).toMatchObject({
        type: 'invalid_request_error',
        param: field,
      });
    }
    expect(await gateway.effects()).toBe(0);
  });

  test(`${field} shortens the time of an answer, in both forms`, async () => {
    const gateway = await start({ itlMs: 3_600_000 });
    const json = { ...ask, [field]: 1 };
    expect(contentOf(await body(gateway, path, json))).toMatch(/^\S+$/);
    expect(deltasOf(await streamed(gateway, path, json))).toHaveLength(1);
  });

  test.each([
    [2, 2],
    [3, 3],
    [9, 3],
  ])(`${field} %i lets ref-fail-mid fail after %i tokens`, async (most, tokens) => {
    const gateway = await start({ tokens: 8 });
    const json = { ...ask, model: 'ref-fail-mid', [field]: most };
    const events = await streamed(gateway, path, json);
    expect(deltasOf(events)).toHaveLength(tokens);
    expect(JSON.stringify(events)).toContain('model_failed');
    expect(JSON.stringify(events)).not.toMatch(/"length"|incomplete"/);
    expect(await gateway.effects()).toBe(0);
  });
});

async function body(gateway: Started, path: string, json: object): Promise<unknown> {
  const response = await gateway.ask(path, { json });
  expect(response.status).toBe(200);
  return await response.json();
}

async function streamed(
  gateway: Started,
  path: string,
  json: object,
): Promise<readonly StreamedEvent[]> {
  return await readEvents(await gateway.ask(path, { json: { ...json, stream: true } }));
}

function contentOf(answer: unknown): string {
  return String(dig(answer, 'choices', 0, 'message', 'content') ?? dig(answer, 'output_text'));
}

/** Each piece of text of a stream of either operation. */
function deltasOf(events: readonly StreamedEvent[]): readonly unknown[] {
  return events
    .map(({ data }) => dig(data, 'choices', 0, 'delta', 'content') ?? dig(data, 'delta'))
    .filter((delta) => delta !== undefined && delta !== '');
}

function reasonsOf(events: readonly StreamedEvent[]): readonly unknown[] {
  return events
    .map(({ data }) => dig(data, 'choices', 0, 'finish_reason') ?? null)
    .filter((reason) => reason !== null);
}

/** The end of a chat stream: the finish_reason, the total of usage, the mark. */
function ending(data: unknown): unknown {
  return dig(data, 'choices', 0, 'finish_reason') ?? dig(data, 'usage', 'total_tokens') ?? data;
}

function firstWords(text: string, count: number): string {
  return text.split(' ').slice(0, count).join(' ');
}
