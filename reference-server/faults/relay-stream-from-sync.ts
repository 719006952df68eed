import { Readable } from 'node:stream';
import type { Alteration } from '../hooks.ts';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';
import { collectBody } from '../relay/provider/provider-body.ts';

const MOST_BYTES = 1024 * 1024;
const NEVER = new AbortController().signal;

export const relayStreamFromSync: Alteration = {
  id: 'relay-stream-from-sync',
  summary: 'A streamed chat is requested from the provider in one body, and then streamed.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      const { operation, stream, body: given, headers } = call;
      if (operation !== 'chat' || !stream || given === undefined) {
        return await callProvider(call, send);
      }
      const { stream: _, stream_options: __, ...request } = parseObject(given);
      const body = toBytes(request);
      const sizes = { accept: 'application/json', 'content-length': String(body.length) };
      const answer = await send({ ...call, body, headers: { ...headers, ...sizes } });
      if (answer.status !== 200) return answer;
      const completion = parseObject(await collectBody(answer.body, MOST_BYTES, NEVER));
      const events = Readable.from([Buffer.from(eventsOf(completion))]);
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: events };
    },
  }),
};

function eventsOf(body: Readonly<Record<string, unknown>>): string {
  const { choices, usage: _, ...completion } = body;
  const [choice] = Array.isArray(choices) ? choices : [];
  const message: unknown = isObject(choice) ? choice.message : {};
  const chunk = { ...completion, object: 'chat.completion.chunk' };
  const token = { index: 0, delta: message, finish_reason: null };
  const finish = { index: 0, delta: {}, finish_reason: 'stop' };
  const events = [token, finish].map((each) => JSON.stringify({ ...chunk, choices: [each] }));
  return [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}
