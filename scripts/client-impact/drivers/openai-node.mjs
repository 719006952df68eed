import OpenAI, { toFile } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { answerCalls, headersOf, TURNS } from './driver.mjs';

/** The calls of openai-node, as its documentation writes them. */

const POLL_MS = 40;
const River = z.object({ name: z.string(), length: z.number() });

answerCalls(({ address, key, fetch }) => {
  const client = new OpenAI({ apiKey: key, baseURL: address, maxRetries: 1, timeout: 2000, fetch });
  const options = (how) => ({ headers: headersOf(how) });

  async function finished(body, show = () => {}) {
    let video = await client.videos.create(body);
    while (['queued', 'in_progress'].includes(video.status)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      video = await client.videos.retrieve(video.id);
      show(video);
    }
    return video;
  }

  async function transcribed({ name, latin1, ...asked }, how) {
    const file = await toFile(Buffer.from(latin1, 'latin1'), name);
    return await client.audio.transcriptions.create({ file, ...asked }, options(how));
  }

  /** The client runs the functions itself. */
  async function looped({ model, prompt, functions, choice, parallel }, form) {
    const called = [];
    const tools = functions.map(({ name, parameters }) => {
      const run = (args) => {
        called.push({ name, args });
        return 'It is long.';
      };
      const own = { name, parameters, strict: true, parse: JSON.parse, function: run };
      return { type: 'function', function: own };
    });
    const messages = [{ role: 'user', content: prompt }];
    const tool_choice = choice ?? 'auto';
    const asked = { model, messages, tools, tool_choice, parallel_tool_calls: parallel ?? true };
    const text = await client.chat.completions.runTools({ ...asked, ...form }).finalContent();
    return { called, text };
  }

  /** The program runs the functions that the answer calls, as the documentation writes it. */
  async function loopedResponse({ model, prompt, functions }) {
    const called = [];
    const tools = functions.map((each) => ({ type: 'function', ...each, strict: true }));
    const input = [{ role: 'user', content: prompt }];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { output, output_text } = await client.responses.create({ model, input, tools });
      const calls = output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return { called, text: output_text };
      input.push(...output);
      for (const { name, arguments: args, call_id } of calls) {
        called.push({ name, args: JSON.parse(args) });
        input.push({ type: 'function_call_output', call_id, output: 'It is long.' });
      }
    }
    return { called };
  }

  return {
    chat: (body, how) => client.chat.completions.create(chatOf(body), options(how)),
    'chat-stream': async (body, how, arrived) => {
      const result = { text: '', finish_reason: null, usage: null };
      const wanted = { ...chatOf(body), stream: true, stream_options: { include_usage: true } };
      for await (const chunk of await client.chat.completions.create(wanted, options(how))) {
        const [choice] = chunk.choices;
        if (choice?.delta.content) {
          if (how.stop) break;
          arrived();
          result.text += choice.delta.content;
        }
        result.finish_reason = choice?.finish_reason ?? result.finish_reason;
        result.usage = chunk.usage ?? result.usage;
      }
      return result;
    },
    'chat-helper': (body) => client.chat.completions.stream(chatOf(body)).finalChatCompletion(),
    'tool-loop': (body) => looped(body, {}),
    'tool-stream-loop': (body) => looped(body, { stream: true }),
    'parsed-chat': async (body) => {
      const response_format = zodResponseFormat(River, 'river');
      const wanted = { ...chatOf(body), response_format };
      return (await client.chat.completions.parse(wanted)).choices[0].message.parsed;
    },
    response: (body, how) => client.responses.create(responseOf(body), options(how)),
    'response-stream': async (body, how, arrived) => {
      let text = '';
      let final = {};
      const wanted = { ...responseOf(body), stream: true };
      for await (const event of await client.responses.create(wanted, options(how))) {
        if (event.type === 'response.output_text.delta') {
          arrived();
          text += event.delta;
        }
        if (event.type === 'response.completed') final = event.response;
        if (event.type === 'response.failed') final = { error: event.response.error };
      }
      return { ...final, text };
    },
    'response-helper': (body) => client.responses.stream(responseOf(body)).finalResponse(),
    'response-tool-loop': loopedResponse,
    'parsed-response': async (body) => {
      const text = { format: zodTextFormat(River, 'river') };
      return (await client.responses.parse({ ...responseOf(body), text })).output_parsed;
    },
    image: (body, how) => client.images.generate(body, options(how)),
    transcription: transcribed,
    'formatted-transcription': transcribed,
    embedding: (body) => client.embeddings.create(body),
    video: (body) => finished(body),
    'whole-video': async (body) => {
      const video = await finished(body);
      const content = await client.videos.downloadContent(video.id);
      const bytes = (await content.arrayBuffer()).byteLength;
      return { ...video, bytes, deletedStatus: (await client.videos.delete(video.id)).status };
    },
    'video-progress': async (body) => {
      const shown = [];
      const { status } = await finished(body, (video) => shown.push(video));
      const progress = shown.map((video) => video.progress);
      const first = shown.findIndex((video) => video.status === 'in_progress');
      return {
        status,
        progressFalls: progress.some((each, index) => each < (progress[index - 1] ?? 0)),
        progressIsWhole: progress.every(Number.isInteger),
        isQueuedAgain: shown.slice(first).some((video) => video.status === 'queued'),
      };
    },
    'cancelled-video': async (body) => {
      const { id } = await client.videos.create(body);
      const deletedStatus = (await client.videos.delete(id)).status;
      const readStatus = [];
      for (let read = 0; read < 5; read += 1) {
        readStatus.push((await client.videos.retrieve(id)).status);
      }
      return {
        deletedStatus,
        readStatus,
        deletedAgainStatus: (await client.videos.delete(id)).status,
      };
    },
    'video-read': ({ id }) => client.videos.retrieve(id),
  };
});

function chatOf({ system, prompt, image, messages, ...more }) {
  const head = system === undefined ? [] : [{ role: 'system', content: system }];
  const parts = [
    { type: 'text', text: prompt },
    { type: 'image_url', image_url: { url: image } },
  ];
  const content = image === undefined ? prompt : parts;
  return { ...more, messages: messages ?? [...head, { role: 'user', content }] };
}

function responseOf({ system, prompt, image, ...more }) {
  const content = [
    { type: 'input_text', text: prompt },
    { type: 'input_image', image_url: image, detail: 'auto' },
  ];
  const input = image === undefined ? prompt : [{ role: 'user', content }];
  return { ...more, input, ...(system !== undefined && { instructions: system }) };
}
