import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiClients } from './support/openai-clients.ts';

const { client, other } = openaiClients({ ttftMs: 2, itlMs: 0, tokens: 6 });

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;

const create = (input: string | OpenAI.Responses.ResponseInput, also: Partial<Request> = {}) =>
  client.responses.create({ model: 'ref-echo', input, ...also });

test('stored responses: the model sees the dialog before, which usage counts', async () => {
  const first = await create('One boat.');
  const second = await create('Two boats.', { previous_response_id: first.id });
  const third = await create('Three.', { previous_response_id: second.id });
  expect(second.output_text).toBe('One boat.\nOne boat.\nTwo boats.');
  expect(third.output_text).toMatch(/^One boat\..*\nThree\.$/s);
  expect(second.usage?.input_tokens).toBe(6);
  expect([first, second].map((each) => each.previous_response_id)).toEqual([null, first.id]);
});

test('stored responses: the instructions before are not kept, and a stream is stored too', async () => {
  const stream = client.responses.stream({
    model: 'ref-echo',
    input: 'One.',
    instructions: 'Be brief.',
  });
  const { id } = await stream.finalResponse();
  const { output_text, instructions } = await create('Two.', { previous_response_id: id });
  expect(output_text).toBe('One.\nBe brief.\nOne.\nTwo.');
  expect(instructions).toBeNull();
});

test('stored responses: the output of a call of the response before is taken alone', async () => {
  const tools: Request['tools'] = [
    { type: 'function', name: 'find_boat', parameters: {}, strict: null },
  ];
  const model = 'ref-responses';
  const { id, output } = await create('Use find_boat.', { model, tools });
  const [call] = output;
  expect.assert(call?.type === 'function_call');
  const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'Ana.' };
  const answered = await create([result], { model, tools, previous_response_id: id });
  expect(answered.output.map(({ type }) => type)).toEqual(['message']);
  await expect(create([result], { model, tools })).rejects.toMatchObject({ status: 400 });
});

test.each([true, false])('stored responses: store %s is repeated', async (store) => {
  expect(await create('One.', { store })).toMatchObject({ store });
});

const REFUSED = {
  status: 400,
  code: 'previous_response_not_found',
  param: 'previous_response_id',
};

test('stored responses: one that is unknown, or was not to be stored, is not continued', async () => {
  const { id } = await create('One.', { store: false });
  for (const previous_response_id of [id, 'resp_1']) {
    await expect(create('Two.', { previous_response_id })).rejects.toMatchObject(REFUSED);
  }
});

test('stored responses: one of another tenant is as if unknown', async () => {
  const { id } = await create('One.');
  const asked = other.responses.create({
    model: 'ref-echo',
    input: 'Two.',
    previous_response_id: id,
  });
  await expect(asked).rejects.toMatchObject(REFUSED);
});

test('stored responses: a request without an input is refused as one', async () => {
  const { id } = await create('One.');
  const body = { model: 'ref-echo', previous_response_id: id };
  await expect(client.post('/responses', { body })).rejects.toMatchObject({ param: 'input' });
});
