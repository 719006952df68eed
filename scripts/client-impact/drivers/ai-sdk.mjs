import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  embed,
  generateImage,
  generateText,
  jsonSchema,
  Output,
  stepCountIs,
  streamText,
  tool,
  transcribe,
} from 'ai';
import { z } from 'zod';
import { answerCalls, headersOf, TURNS } from './driver.mjs';

/** The calls of the AI SDK: chat by its provider for compatible gateways, the others by that for OpenAI. */

answerCalls(({ address, key, fetch }) => {
  const options = { baseURL: address, apiKey: key, fetch };
  const openai = createOpenAI(options);
  const gateway = createOpenAICompatible({
    ...options,
    name: 'gateway',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });

  async function generated(model, body, how) {
    const result = await generateText({ ...questionOf(body, how), model });
    const { id, modelId, timestamp } = result.response;
    const { text, finishReason } = result;
    return { text, finishReason, usage: usageOf(result.usage), id, modelId, timestamp };
  }

  async function streamed(model, body, how, arrived) {
    const stop = new AbortController();
    const asked = { ...questionOf(body, how), model, abortSignal: stop.signal, onError() {} };
    const result = streamText(asked);
    let text = '';
    for await (const piece of result.textStream) {
      if (how.stop && piece !== '') stop.abort();
      arrived();
      text += piece;
    }
    if (how.stop) return null;
    const { id, modelId } = await result.response;
    const usage = usageOf(await result.usage);
    return { text, finishReason: await result.finishReason, usage, id, modelId };
  }

  return {
    chat: (body, how) => generated(gateway(body.model), body, how),
    'chat-stream': (body, how, arrived) => streamed(gateway(body.model), body, how, arrived),
    'tool-loop': async (body) => {
      const { asked, called } = loopOf(gateway(body.model), body);
      return { called, text: (await generateText(asked)).text };
    },
    'tool-stream-loop': async (body) => {
      const { asked, called } = loopOf(gateway(body.model), body);
      return { called, text: await streamText({ ...asked, onError() {} }).text };
    },
    'parsed-chat': (body) => parsed(gateway(body.model), body),
    response: (body, how) => generated(openai.responses(body.model), body, how),
    'response-stream': (body, how, arrived) =>
      streamed(openai.responses(body.model), body, how, arrived),
    'response-tool-loop': async (body) => {
      const { asked, called } = loopOf(openai.responses(body.model), body);
      return { called, text: (await generateText(asked)).text };
    },
    'parsed-response': (body) => parsed(openai.responses(body.model), body),
    image: async ({ model, ...body }, how) => {
      const asked = { ...RETRIES, ...body, model: openai.image(model), headers: headersOf(how) };
      const { images } = await generateImage({ ...asked, maxImagesPerCall: 10 });
      return images.map(({ base64, mediaType }) => ({ base64, mediaType }));
    },
    transcription: async ({ model, latin1 }, how) => {
      const audio = Buffer.from(latin1, 'latin1');
      const asked = { ...RETRIES, model: openai.transcription(model), audio };
      return { text: (await transcribe({ ...asked, headers: headersOf(how) })).text };
    },
    embedding: ({ model, input }) =>
      embed({ ...RETRIES, model: gateway.embeddingModel(model), value: input }),
  };
});

const River = z.object({ name: z.string(), length: z.number() });

async function parsed(model, { prompt }) {
  const output = Output.object({ schema: River });
  return (await generateText({ ...RETRIES, model, prompt, output })).output;
}

const RETRIES = { maxRetries: 1 };

function questionOf({ system, prompt, image, messages, temperature }, how) {
  const parts = [
    { type: 'text', text: prompt },
    { type: 'image', image },
  ];
  const turns = image === undefined ? messages : [{ role: 'user', content: parts }];
  const content = turns === undefined ? { prompt } : { messages: turns };
  return {
    ...RETRIES,
    ...content,
    headers: headersOf(how),
    ...(system !== undefined && { instructions: system }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** The client runs the functions itself, in two steps. */
function loopOf(model, { prompt, functions, choice, parallel }) {
  const called = [];
  const tools = functions.map(({ name, parameters }) => {
    const execute = (args) => {
      called.push({ name, args });
      return 'It is long.';
    };
    return [name, tool({ inputSchema: jsonSchema(parameters), execute })];
  });
  const providerOptions = { gateway: { parallel_tool_calls: parallel ?? true } };
  const asked = {
    ...RETRIES,
    model,
    prompt,
    tools: Object.fromEntries(tools),
    toolChoice: choice ?? 'auto',
    stopWhen: stepCountIs(TURNS),
    providerOptions,
  };
  return { asked, called };
}

function usageOf({ inputTokens, outputTokens, totalTokens }) {
  return { inputTokens, outputTokens, totalTokens };
}
