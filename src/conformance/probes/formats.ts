import type { JsonObject } from '../../answers/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, chatRequest, legal, responsesRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { fewer, sequentially, takenOf } from './trials.ts';

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

const OBJECT = { type: 'json_object' };

const IN_JSON = '1 of 3 requests: only a stream, with a schema';

/** Chats that ask for JSON, two of them for JSON that fits a schema. */
export const jsonChats: Probe<'reply'> = {
  name: 'chats-in-json',
  modest: IN_JSON,
  run: (gateway) =>
    inJson(gateway, (fits, more) => {
      const also = { response_format: fits ? FITTING : OBJECT };
      return chatRequest(gateway.expect, { ...more, also });
    }),
};

/** The same of responses, whose format has the members of the schema. */
export const jsonResponses: Probe<'reply'> = {
  name: 'responses-in-json',
  modest: IN_JSON,
  async run(gateway) {
    const sent = await inJson(gateway, (fits, more) => {
      const format = fits ? { type: FITTING.type, ...FITTING.json_schema } : OBJECT;
      return responsesRequest(gateway.expect, { ...more, also: { text: { format } } });
    });
    return takenOf(sent, 'text.format');
  },
};

const ASKED = [
  { fits: true, stream: true },
  { fits: true, stream: false },
  { fits: false, stream: false },
];

/** @param make a request; `fits`: for JSON that fits the schema */
function inJson(
  gateway: ProbeGateway,
  make: (
    fits: boolean,
    more: { readonly prompt: string; readonly stream: boolean },
  ) => ProbeRequest,
): Promise<readonly Exchange[]> {
  return sequentially(fewer(gateway, ASKED, 1), async ({ fits, stream }) => {
    const nonce = gateway.nonce();
    if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [ANSWER]);
    const prompt = `Describe Oslo in JSON: its city, its size (small or large), and whether it has a harbour. ${nonce}`;
    const request = make(fits, { prompt, stream });
    const isOffered = gateway.expect.structuredOutput === 'offered';
    return gateway.send(isOffered ? accepted(request) : legal(request));
  });
}

/** In tokens: less than any answer to the prompt has. */
export const LIMIT = 5;

function longPrompt(nonce: string): string {
  return `Write the numbers from one to eighty as words, then ${nonce}.`;
}

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
      const prompt = longPrompt(nonce);
      const also = { [member]: LIMIT, ...(stream && { stream_options: { include_usage: true } }) };
      const request = legal(chatRequest(gateway.expect, { prompt, stream, also }));
      return { label: member, exchanges: [await gateway.send(request)] };
    }),
};

/** OpenAI takes no lower one: a gateway may raise a limit to it. A short answer may have fewer tokens. */
export const LOWEST_LIMIT = 16;

/** Responses that are longer than they allow, a series each: those of a limit that is refused have another one. */
export const limitedResponses: Probe<'series'> = {
  name: 'responses-with-a-limit',
  modest: '1 of 2 responses: only a stream',
  run: (gateway) =>
    sequentially(fewer(gateway, [true, false], 1), async (stream) => {
      const first = await ofAtMost(gateway, LIMIT, stream);
      const isRefused = dispositionOf(first) === 'refused';
      const others = isRefused ? [await ofAtMost(gateway, LOWEST_LIMIT, stream)] : [];
      return { label: 'max_output_tokens', exchanges: [first, ...others] };
    }),
};

async function ofAtMost(
  gateway: ProbeGateway,
  max_output_tokens: number,
  stream: boolean,
): Promise<Exchange> {
  const nonce = gateway.nonce();
  const { text, finishReason } = CUT;
  if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [{ text, finishReason }]);
  const prompt = longPrompt(nonce);
  const also = { max_output_tokens };
  return gateway.send(legal(responsesRequest(gateway.expect, { prompt, stream, also })));
}

/** No model writes a number as a word without the last one for long. */
const STOP = { stop: ['zq', 'e'] };

/** Where Assay is the model. */
const STOPPED = { text: 'on' };

const SEVERAL = { n: 3 };
const LOGGED = { logprobs: true, top_logprobs: 2 };

/** Chats whose answer has a stop word, unless it ends before. */
export const stoppedChats = ofNumbers('chats-with-a-stop-word', STOP);

/** Chats that ask for several choices. */
export const severalChoices = ofNumbers('chats-with-several-choices', SEVERAL);

/** Chats that ask for the tokens of their text, each with two alternatives. */
export const loggedChats = ofNumbers('chats-with-logprobs', LOGGED);

/** A chat with these members in either form, if the gateway takes the first one of them. */
function ofNumbers(name: string, also: JsonObject): Probe<'reply'> {
  return {
    name,
    modest: '1 chat for stop, n and logprobs instead of 6: only a body',
    async run(gateway) {
      const all = gateway.effort === 'modest' ? await withAll(gateway) : undefined;
      if (all && dispositionOf(all) !== 'refused') return [all];
      const sent = await sequentially(fewer(gateway, [false, true], 1), (stream) =>
        askNumbers(gateway, also, stream),
      );
      return takenOf(sent, Object.keys(also)[0] ?? '');
    },
  };
}

const withAll = shared((gateway) => askNumbers(gateway, { ...STOP, ...SEVERAL, ...LOGGED }, false));

async function askNumbers(
  gateway: ProbeGateway,
  also: JsonObject,
  stream: boolean,
): Promise<Exchange> {
  const nonce = gateway.nonce();
  if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [STOPPED]);
  const prompt = `Write the numbers from one to ten as words, for ${nonce}.`;
  return gateway.send(legal(chatRequest(gateway.expect, { prompt, stream, also })));
}
