import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiClients } from './support/openai-clients.ts';

const { client } = openaiClients({ ttftMs: 2, itlMs: 0, tokens: 6 });

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Tool = OpenAI.ChatCompletionFunctionTool;

const BOAT: Tool = {
  type: 'function',
  function: {
    name: 'find_boat',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        length: { type: 'number', minimum: 3 },
        crew: {
          type: 'array',
          items: { type: 'object', properties: { age: { type: 'integer' } } },
        },
        flag: { enum: ['fr', 'de'] },
        harbour: { anyOf: [{ type: 'null' }, { type: 'string' }] },
        moored: { type: ['boolean', 'null'] },
        kind: { const: 'sail' },
      },
    },
  },
};
const HARBOUR: Tool = { type: 'function', function: { name: 'find_harbour' } };

function ask(content: string, also: Partial<Request> = {}): Request {
  return {
    model: 'ref-chat',
    messages: [{ role: 'user', content }],
    tools: [BOAT, HARBOUR],
    ...also,
  };
}

async function calledBy(request: Request): Promise<readonly string[]> {
  const { choices } = await client.chat.completions.create(request);
  const { message, finish_reason: reason } = choices[0] ?? {};
  const calls = message?.tool_calls ?? [];
  expect(reason).toBe(calls.length === 0 ? 'stop' : 'tool_calls');
  expect(message?.content === null).toBe(calls.length > 0);
  return calls.map((call) => (call.type === 'function' ? call.function.name : ''));
}

const BOTH = 'Use find_harbour and find_boat.';

test.each<[string, Request, readonly string[]]>([
  ['the tool that the prompt names', ask('Use find_boat now.'), ['find_boat']],
  ['each tool that the prompt names', ask(BOTH), ['find_boat', 'find_harbour']],
  ['one where parallel calls are off', ask(BOTH, { parallel_tool_calls: false }), ['find_boat']],
  ['none where the prompt names none', ask('Use find_boats.'), []],
  ['none where the choice is none', ask(BOTH, { tool_choice: 'none' }), []],
  ['one where the choice is required', ask('Hello.', { tool_choice: 'required' }), ['find_boat']],
  [
    'the tool that is chosen',
    ask('Use find_boat.', {
      tool_choice: { type: 'function', function: { name: 'find_harbour' } },
    }),
    ['find_harbour'],
  ],
])('tools: a model calls %s', async (_, request, names) => {
  expect(await calledBy(request)).toEqual(names);
});

test('tools: the arguments of a call fit the schema of its tool', async () => {
  const { choices } = await client.chat.completions.create(ask(BOTH));
  const [boat, harbour] = (choices[0]?.message.tool_calls ?? []).map((call) =>
    call.type === 'function' ? call.function.arguments : '',
  );
  expect(JSON.parse(boat ?? '')).toEqual({
    name: expect.stringMatching(/\w/),
    length: 3,
    crew: [{ age: 1 }],
    flag: 'fr',
    harbour: null,
    moored: true,
    kind: 'sail',
  });
  expect(harbour).toBe('{}');
});

test('tools: a stream joins to the calls of the one body, and its pieces are counted', async () => {
  const whole = await client.chat.completions.create(ask(BOTH));
  const stream = client.chat.completions.stream({
    ...ask(BOTH),
    stream: true,
    stream_options: { include_usage: true },
  });
  let pieces = 0;
  stream.on('chunk', ({ choices }) => {
    const [part] = choices[0]?.delta.tool_calls ?? [];
    if (part?.function?.arguments) pieces += 1;
  });
  const joined = await stream.finalChatCompletion();
  const shape = ({ choices }: OpenAI.ChatCompletion) =>
    choices[0]?.message.tool_calls?.map(
      (call) => call.type === 'function' && call.function.arguments,
    );
  expect(shape(joined)).toEqual(shape(whole));
  expect(pieces).toBeGreaterThan(2);
  expect(joined.usage?.completion_tokens).toBe(pieces);
  expect(whole.usage).toEqual(joined.usage);
  expect(joined.choices[0]?.finish_reason).toBe('tool_calls');
});

test('tools: a limit of the answer cuts the arguments of a call, and says so', async () => {
  const { choices, usage } = await client.chat.completions.create(
    ask('Use find_boat.', { max_tokens: 2 }),
  );
  expect(choices[0]?.finish_reason).toBe('length');
  expect(usage?.completion_tokens).toBe(2);
});

test('tools: after the result of a tool the model answers with text', async () => {
  const request = ask('Use find_boat.');
  const { choices } = await client.chat.completions.create(request);
  const message = choices[0]?.message;
  expect.assert(message?.tool_calls?.[0] !== undefined);
  const found = { role: 'tool' as const, tool_call_id: message.tool_calls[0].id, content: 'Ana.' };
  const messages = [...request.messages, message, found];
  expect(await calledBy({ ...request, messages })).toEqual([]);
});

test.each([
  ['tools that are not an array', { tools: 'hot' }, 'tools'],
  ['a tool without a name', { tools: [{ type: 'function' }] }, 'tools[0]'],
  ['a tool without a type', { tools: [{ function: { name: 'find_boat' } }] }, 'tools[0]'],
  ['a choice of another word', { tool_choice: 'always' }, 'tool_choice'],
  ['a choice of a tool that is not offered', { tool_choice: chosen('find_car') }, 'tool_choice'],
  ['a required call without tools', { tools: [], tool_choice: 'required' }, 'tool_choice'],
  ['a switch that is a text', { parallel_tool_calls: 'no' }, 'parallel_tool_calls'],
  ['a result of no call', { messages: [result('call_9')] }, 'messages[0].tool_call_id'],
])('tools: %s: the request is refused with its member', async (_, also, param) => {
  const body = { ...ask('Use find_boat.'), ...also };
  const asked = client.post('/chat/completions', { body });
  await expect(asked).rejects.toMatchObject({ status: 400, param });
});

function chosen(name: string) {
  return { type: 'function', function: { name } };
}

function result(id: string) {
  return { role: 'tool', tool_call_id: id, content: 'There is none.' };
}
