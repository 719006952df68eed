import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { drawPng } from '../../reference-server/models/png.ts';
import { openaiClients } from './support/openai-clients.ts';

const { client } = openaiClients({ ttftMs: 2, itlMs: 0, tokens: 6 });

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;

const BOAT = tool('find_boat', {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
});
const HARBOUR = tool('find_harbour', { type: 'object', properties: {} });

function tool(name: string, parameters: Record<string, unknown>): OpenAI.Responses.FunctionTool {
  return { type: 'function', name, parameters, strict: true };
}

function ask(input: string | OpenAI.Responses.ResponseInput, also: Partial<Request> = {}): Request {
  return { model: 'ref-responses', input, tools: [BOAT, HARBOUR], ...also };
}

const BOTH = 'Use find_harbour and find_boat.';

function callsOf({ output }: OpenAI.Responses.Response): readonly string[] {
  return output.flatMap((item) => (item.type === 'function_call' ? [item.name] : []));
}

test.each<[string, Request, readonly string[]]>([
  ['the tool that the input names', ask('Use find_boat now.'), ['find_boat']],
  ['each tool that the input names', ask(BOTH), ['find_boat', 'find_harbour']],
  ['one where parallel calls are off', ask(BOTH, { parallel_tool_calls: false }), ['find_boat']],
  ['none where the choice is none', ask(BOTH, { tool_choice: 'none' }), []],
  [
    'the tool that is chosen',
    ask('Use find_boat.', { tool_choice: { type: 'function', name: 'find_harbour' } }),
    ['find_harbour'],
  ],
  [
    'none of a type that runs at a provider',
    ask('Hello.', { tools: [{ type: 'web_search' }] }),
    [],
  ],
])('responses: a model calls %s', async (_, request, names) => {
  const response = await client.responses.create(request);
  expect(callsOf(response)).toEqual(names);
  expect(response.status).toBe('completed');
  expect(response.output.some(({ type }) => type === 'message')).toBe(names.length === 0);
});

test('responses: a stream joins to the calls of the one body', async () => {
  const whole = await client.responses.create(ask(BOTH));
  const stream = client.responses.stream({ ...ask(BOTH), stream: true });
  const pieces: string[] = [];
  stream.on('response.function_call_arguments.delta', ({ delta }) => pieces.push(delta));
  const joined = await stream.finalResponse();
  const shape = ({ output }: OpenAI.Responses.Response) =>
    output.map((item) => item.type === 'function_call' && [item.name, item.arguments]);
  expect(shape(joined)).toEqual(shape(whole));
  expect(pieces.join('')).toBe(
    whole.output.map((item) => item.type === 'function_call' && item.arguments).join(''),
  );
  expect(joined.usage?.output_tokens).toBe(pieces.length);
});

test('responses: after the output of a call the model answers with text', async () => {
  const { output } = await client.responses.create(ask('Use find_boat.'));
  const [call] = output;
  expect.assert(call?.type === 'function_call');
  const given = { type: 'function_call_output' as const, call_id: call.call_id, output: 'Ana.' };
  const user = { role: 'user' as const, content: 'Use find_boat.' };
  const response = await client.responses.create(ask([user, call, given]));
  expect(callsOf(response)).toEqual([]);
  expect(response.output_text).not.toBe('');
});

test('responses: an item of reasoning is taken back', async () => {
  const thought = { type: 'reasoning' as const, id: 'rs_1', summary: [] };
  const user = { role: 'user' as const, content: 'Use find_boat.' };
  const response = await client.responses.create(ask([thought, user]));
  expect(callsOf(response)).toEqual(['find_boat']);
});

test('responses: what the request says is repeated, and what it does not say has its default', async () => {
  const said = { temperature: 0.5, instructions: 'Be brief.', metadata: { trip: '1' } };
  const response = await client.responses.create(ask('Hello.', said));
  expect(response).toMatchObject({
    ...said,
    top_p: 1,
    tools: [{ ...BOAT, description: null }, HARBOUR],
    text: { format: { type: 'text' } },
    max_output_tokens: null,
  });
});

const DRAWN = drawPng({ width: 12, height: 8 }).toString('base64');

test.each([
  ['a PNG', `data:image/png;base64,${DRAWN}`, 'I see an image of 12 by 8 pixels, #000000.'],
  ['another type', 'data:image/webp;base64,UklGRg==', 'I see an image of type webp.'],
  ['an address', 'https://images.example/boat.png', 'I see an image that is elsewhere.'],
])('vision: %s is seen in a chat and in a response', async (_, url, text) => {
  const chat = await client.chat.completions.create({
    model: 'ref-chat',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    max_tokens: 40,
  });
  const image = { type: 'input_image' as const, image_url: url, detail: 'auto' as const };
  const response = await client.responses.create({
    model: 'ref-responses',
    input: [{ role: 'user', content: [image] }],
  });
  expect([chat.choices[0]?.message.content, response.output_text]).toEqual([text, text]);
});

const IMAGE = 'input[0].content[0].image_url';

test.each([
  ['an image that is none', { input: [{ role: 'user', content: [imagePart('boat.png')] }] }, IMAGE],
  ['a PNG that is cut', { input: [{ role: 'user', content: [imagePart(cut())] }] }, IMAGE],
  ['an output of no call', { input: [result('call_9')] }, 'input[0].call_id'],
  ['a response that came before', { previous_response_id: 'resp_1' }, 'previous_response_id'],
  ['a tool without a name', { tools: [{ type: 'function' }] }, 'tools[0]'],
  ['a tool that is a text', { tools: ['find_boat'] }, 'tools[0]'],
])('responses: %s: the request is refused with its member', async (_, also, param) => {
  const asked = client.post('/responses', { body: { ...ask('Use find_boat.'), ...also } });
  await expect(asked).rejects.toMatchObject({ status: 400, param });
});

function imagePart(url: string) {
  return { type: 'input_image', image_url: url };
}

function cut(): string {
  return `data:image/png;base64,${DRAWN.slice(0, 60)}`;
}

function result(id: string) {
  return { type: 'function_call_output', call_id: id, output: 'There is none.' };
}

test('responses: a text of the format that a request names is JSON that fits the schema', async () => {
  const properties = { name: { type: 'string' }, length: { type: 'number' } };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const format = { type: 'json_schema' as const, name: 'boat', schema, strict: true };
  const response = await client.responses.create(ask('Hello.', { text: { format } }));
  const boat = { name: expect.any(String), length: expect.any(Number) };
  expect(JSON.parse(response.output_text)).toEqual(boat);
});

test('responses: a format of another type is refused', async () => {
  const body = { model: 'ref-responses', input: 'Hello.', text: { format: { type: 'poem' } } };
  const asked = client.post('/responses', { body });
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'text.format' });
});
