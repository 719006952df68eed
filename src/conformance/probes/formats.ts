import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import { accepted, chatRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { fewer, sequentially } from './trials.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    size: { type: 'string', enum: ['small', 'large'] },
    harbour: { type: 'boolean' },
  },
  required: ['city', 'size', 'harbour'],
  additionalProperties: false,
};

/** Where Assay is the model. */
const ANSWER = { text: '{"city":"Oslo","size":"large","harbour":true}' };

const FITTING = {
  type: 'json_schema',
  json_schema: { name: 'city', strict: true, schema: SCHEMA },
};

const ASKED = [
  { format: FITTING, stream: true },
  { format: FITTING, stream: false },
  { format: { type: 'json_object' }, stream: false },
];

/** Chats that ask for JSON, two of them for JSON that fits a schema. */
export const jsonChats: Probe<'reply'> = {
  name: 'chats-in-json',
  modest: '1 of 3 chats: only a stream, with a schema',
  run: (gateway) => sequentially(fewer(gateway, ASKED, 1), (asked) => ask(gateway, asked)),
};

async function ask(
  gateway: ProbeGateway,
  { format, stream }: (typeof ASKED)[number],
): Promise<Exchange> {
  const nonce = gateway.nonce();
  if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [ANSWER]);
  const prompt = `Describe Oslo in JSON: its city, its size (small or large), and whether it has a harbour. ${nonce}`;
  const also = { response_format: format };
  const request = chatRequest(gateway.expect, { prompt, stream, also });
  const isOffered = gateway.expect.structuredOutput === 'offered';
  return gateway.send(isOffered ? accepted(request) : legal(request));
}

/** In tokens: less than any answer to the prompt has. */
export const LIMIT = 5;

const LIMITS = [
  { member: 'max_tokens', stream: false },
  { member: 'max_completion_tokens', stream: true },
];

/** Where Assay is the model. */
const CUT = {
  text: 'one two three four five',
  finishReason: 'length',
  usage: { prompt_tokens: 15, completion_tokens: LIMIT, total_tokens: 15 + LIMIT },
};

/** Chats whose answer is longer than they allow, a series each. */
export const limitedChats: Probe<'series'> = {
  name: 'chats-with-a-limit',
  modest: '1 of 2 chats: only max_tokens',
  run: (gateway) =>
    sequentially(fewer(gateway, LIMITS, 1), async ({ member, stream }) => {
      const nonce = gateway.nonce();
      if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [CUT]);
      const prompt = `Write the numbers from one to eighty as words, then ${nonce}.`;
      const also = { [member]: LIMIT, ...(stream && { stream_options: { include_usage: true } }) };
      const request = legal(chatRequest(gateway.expect, { prompt, stream, also }));
      return { label: member, exchanges: [await gateway.send(request)] };
    }),
};

/** No model writes a number as a word without it for long. */
const STOP = 'e';

/** Where Assay is the model. */
const STOPPED = { text: 'on' };

/** Chats whose answer has a stop word, unless it ends before. */
export const stoppedChats: Probe<'reply'> = {
  name: 'chats-with-a-stop-word',
  modest: '1 chat instead of 2: no stream',
  run: (gateway) =>
    sequentially(fewer(gateway, [false, true], 1), async (stream) => {
      const nonce = gateway.nonce();
      if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [STOPPED]);
      const prompt = `Write the numbers from one to ten as words, for ${nonce}.`;
      const also = { stop: ['zq', STOP] };
      return gateway.send(legal(chatRequest(gateway.expect, { prompt, stream, also })));
    }),
};
