import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, DallEAPIWrapper } from '@langchain/openai';
import { z } from 'zod';
import { answerCalls, TURNS } from './driver.mjs';

/** The calls of LangChain, as its documentation writes them. */

const River = z.object({ name: z.string(), length: z.number() });

answerCalls(({ address, key, fetch }) => {
  const options = { apiKey: key, maxRetries: 1, configuration: { baseURL: address, fetch } };
  const modelOf = ({ model, temperature }, useResponsesApi = false) =>
    new ChatOpenAI({ ...options, model, temperature, useResponsesApi, timeout: 2000 });

  async function generated(model, body) {
    const { text, id, usage_metadata, response_metadata } = await model.invoke(turnsOf(body));
    return { text, id, usage: usage_metadata, metadata: response_metadata };
  }

  async function streamed(model, body, arrived) {
    let whole;
    for await (const chunk of await model.stream(turnsOf(body))) {
      if (chunk.text !== '') arrived();
      whole = whole === undefined ? chunk : whole.concat(chunk);
    }
    return {
      text: whole.text,
      finish_reason: whole.response_metadata.finish_reason,
      usage: whole.usage_metadata,
    };
  }

  /** The program runs the functions that the answer calls. */
  async function looped(model, { prompt, functions }, ask) {
    const called = [];
    const tools = functions.map(({ name, parameters }) => {
      const run = (args) => {
        called.push({ name, args });
        return 'It is long.';
      };
      return tool(run, { name, schema: parameters });
    });
    const bound = model.bindTools(tools, { strict: true });
    const messages = [new HumanMessage(prompt)];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const message = await ask(bound, messages);
      if (message.tool_calls.length === 0) return { called, text: message.text };
      messages.push(message);
      for (const call of message.tool_calls) {
        messages.push(await tools.find(({ name }) => name === call.name).invoke(call));
      }
    }
    return { called };
  }

  const parsed = (model, { prompt }) =>
    model.withStructuredOutput(River, { method: 'jsonSchema', strict: true }).invoke(prompt);

  return {
    chat: (body) => generated(modelOf(body), body),
    'chat-stream': (body, _how, arrived) => streamed(modelOf(body), body, arrived),
    'tool-loop': (body) => looped(modelOf(body), body, invoked),
    'tool-stream-loop': (body) => looped(modelOf(body), body, joined),
    'parsed-chat': (body) => parsed(modelOf(body), body),
    response: (body) => generated(modelOf(body, true), body),
    'response-stream': (body, _how, arrived) => streamed(modelOf(body, true), body, arrived),
    'response-tool-loop': (body) => looped(modelOf(body, true), body, invoked),
    'parsed-response': (body) => parsed(modelOf(body, true), body),
    image: ({ prompt, ...body }) => {
      const asked = { ...body, apiKey: key, baseUrl: address, dallEResponseFormat: 'b64_json' };
      return new DallEAPIWrapper(asked).invoke(prompt);
    },
  };
});

const invoked = (model, messages) => model.invoke(messages);

async function joined(model, messages) {
  let whole;
  for await (const chunk of await model.stream(messages)) whole = whole?.concat(chunk) ?? chunk;
  return whole;
}

function turnsOf({ system, prompt, image, messages }) {
  const parts = [
    { type: 'text', text: prompt },
    { type: 'image_url', image_url: { url: image } },
  ];
  const head = system === undefined ? [] : [new SystemMessage(system)];
  return messages ?? [...head, new HumanMessage({ content: image === undefined ? prompt : parts })];
}
