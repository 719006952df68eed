import { type JsonObject, member, objectsIn } from '../../answers/json.ts';
import { describeOutcome, narrow } from '../../answers/narrow.ts';
import { type ToolCall, toolCalls } from '../../answers/tool-calls.ts';
import { fits } from '../../contract/json.ts';
import { ReasoningItemSchema } from '../../contract/responses.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import { callSyntaxIn } from '../findings/tool-chats.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import {
  accepted,
  chatRequest,
  legal,
  membersOf,
  responsesRequest,
  withMembers,
} from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { fewer, sequentially } from './trials.ts';

/** A call as Assay makes it where it is the model. */
interface Scripted {
  readonly name: string;
  readonly fragments: readonly string[];
}

const WEATHER = {
  name: 'get_weather',
  fragments: ['{"city":"Os', 'lo","unit":"celsius"}'],
} satisfies Scripted;
const CITIES = { name: 'list_cities', fragments: ['{}'] } satisfies Scripted;

/** `strict` binds the arguments to their schema; the second function has none. */
const FUNCTIONS = [
  strictFunction(WEATHER.name, 'Returns the weather in a city now.', {
    city: { type: 'string' },
    unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
  }),
  strictFunction(CITIES.name, 'Lists the cities whose weather is known.', {}),
];

/** The same functions in the form of a response. */
const FLAT_FUNCTIONS = FUNCTIONS.map(({ function: own }) => ({ type: 'function', ...own }));

function strictFunction(name: string, description: string, properties: JsonObject) {
  const required = Object.keys(properties);
  const parameters = { type: 'object', properties, required, additionalProperties: false };
  return { type: 'function', function: { name, description, strict: true, parameters } };
}

/** Prompts that a model which decides itself follows too. */
const ONE = `Call ${WEATHER.name} for Oslo, in celsius`;
const BOTH = `${ONE}, and ${CITIES.name}, both now`;

interface Asked {
  readonly prompt: string;
  /** Members about the tools that are offered. */
  readonly also?: JsonObject;
  readonly stream?: true;
  readonly calls: readonly Scripted[];
}

const ALONE = { parallel_tool_calls: false };
const CHOSEN = { tool_choice: { type: 'function', function: { name: CITIES.name } } };
const FLAT_CHOSEN = { tool_choice: { type: 'function', name: CITIES.name } };

/** A modest run sends this and a choice of another function: what ignores either calls another one too. */
const FIRST: Asked = { prompt: BOTH, also: ALONE, stream: true, calls: [WEATHER] };

const PLAIN: Asked = { prompt: BOTH, calls: [WEATHER, CITIES] };

const OTHERS: readonly Asked[] = [
  PLAIN,
  { ...PLAIN, stream: true },
  { prompt: BOTH, also: ALONE, calls: [WEATHER] },
  {
    prompt: 'Say hello',
    also: { tool_choice: 'required' },
    stream: true,
    calls: [WEATHER],
  },
  { prompt: ONE, also: { tool_choice: 'none' }, calls: [] },
];

/** Chats that offer two functions, with each choice. Nothing else is sent where none of three has a call. */
export const toolChats: Probe<'reply'> = {
  name: 'chats-with-tools',
  modest:
    '2 of 7 chats: no choice of none or required, one chat without parallel calls instead of 2',
  async run(gateway) {
    const send = (some: readonly Asked[]) => sequentially(some, (asked) => ask(gateway, asked));
    const first = [...(await send([FIRST])), (await chosenChat(gateway)).exchange];
    const plain = await send(first.every(lacksTools) ? [PLAIN] : []);
    const others = plain.some(lacksTools) ? [] : fewer(gateway, OTHERS, 0);
    return [...first, ...plain, ...(await send(others))];
  },
};

/** A chat that chooses its function. In a modest run its call is the one that gets a result. */
const chosenChat = shared((gateway) => choosing(gateway, CHOSEN, prepared));
const chosenResponse = shared((gateway) => choosing(gateway, FLAT_CHOSEN, wanted));

type Preparing = (gateway: ProbeGateway, asked: Asked) => Promise<ProbeRequest>;

async function choosing(gateway: ProbeGateway, also: JsonObject, prepare: Preparing) {
  const request = await prepare(gateway, { prompt: ONE, also, calls: [CITIES] });
  return plainly(gateway, request);
}

async function ask(gateway: ProbeGateway, asked: Asked): Promise<Exchange> {
  const request = await prepared(gateway, asked);
  // A choice may be refused by a gateway that cannot keep it.
  const isPlain = gateway.expect.tools === 'offered' && asked.also === undefined;
  return gateway.send(isPlain ? accepted(request) : legal(request));
}

async function prepared(gateway: ProbeGateway, asked: Asked): Promise<ProbeRequest> {
  return chatRequest(gateway.expect, await scripted(gateway, asked, FUNCTIONS));
}

async function wanted(gateway: ProbeGateway, asked: Asked): Promise<ProbeRequest> {
  return responsesRequest(gateway.expect, await scripted(gateway, asked, FLAT_FUNCTIONS));
}

/** What to send. Where Assay is the model, it makes these calls once, and then answers with a text. */
async function scripted(
  gateway: ProbeGateway,
  { prompt, also, calls, ...form }: Asked,
  tools: readonly JsonObject[],
) {
  const { upstream } = gateway;
  const word = gateway.nonce();
  const made = calls.map((call, at) => ({ id: `call_${word}${at}`, ...call }));
  if (upstream.isPresent && calls.length > 0)
    await upstream.script(word, [{ toolCalls: made }, {}]);
  return { prompt: `${prompt}. ${word}`, ...form, also: { tools, ...also } };
}

/**
 * Whether the gateway refused a chat in which a good model calls a function, or answered it without any
 * sign of a call.
 */
export function lacksTools(exchange: Exchange): boolean {
  const reply = narrow('reply', exchange);
  if (reply === undefined) return dispositionOf(exchange) === 'refused';
  return toolCalls(reply).length === 0 && callSyntaxIn(reply) === undefined;
}

const RESULT = 'It is 12 degrees, with light rain.';
export const KNOWN_CALL = 'the result of a call';
export const UNKNOWN_CALL = 'the result of a call that was never made';

/** Responses that offer two functions. */
export const toolResponses: Probe<'reply'> = {
  name: 'responses-with-tools',
  modest: '2 of 4 responses: one without parallel calls, and one that chooses its function',
  async run(gateway) {
    const asked = [FIRST, ...fewer(gateway, [PLAIN, { ...PLAIN, stream: true as const }], 0)];
    const sent = await sequentially(asked, async (each) =>
      gateway.send(legal(await wanted(gateway, each))),
    );
    return [...sent, (await chosenResponse(gateway)).exchange];
  },
};

/**
 * A request in which a good model calls a function, and whose calls can be answered. One that chooses its
 * function asks for the result without that.
 */
async function called(
  gateway: ProbeGateway,
  { prepare, chosen }: { readonly prepare: Preparing; readonly chosen: typeof chosenChat },
) {
  const { request: sent, exchange: asked } =
    gateway.effort === 'modest'
      ? await chosen(gateway)
      : await plainly(gateway, await prepare(gateway, { prompt: ONE, calls: [WEATHER] }));
  const request = withMembers(sent, { tool_choice: undefined });
  const reply = narrow('reply', asked);
  const calls = reply === undefined ? [] : toolCalls(reply);
  const areNamed = calls.length > 0 && calls.every(({ id, name }) => id !== '' && name !== '');
  needSeen(areNamed, `a call with an id and a name: ${describeOutcome(asked)}`);
  return { request, asked, calls };
}

async function plainly(gateway: ProbeGateway, request: ProbeRequest) {
  return { request, exchange: await gateway.send(legal(request)) };
}

/** A response that calls a function; then the output of that call, with what the model thought before. */
export const toolOutputs: Probe<'series'> = {
  name: 'responses-with-outputs-of-tools',
  async run(gateway) {
    const { request, asked, calls } = await called(gateway, {
      prepare: wanted,
      chosen: chosenResponse,
    });
    const items = calls.flatMap(({ id: call_id, ...own }) => [
      { type: 'function_call', call_id, ...own },
      { type: 'function_call_output', call_id, output: RESULT },
    ]);
    const user = { role: 'user', content: String(membersOf(request).input) };
    const thoughts = objectsIn(member(narrow('answer', asked)?.json, 'output')).filter((item) =>
      fits(ReasoningItemSchema, item),
    );
    const input = [user, ...thoughts, ...items];
    const answered = await gateway.send(legal(withMembers(request, { input })));
    return [{ label: 'the output of a call', exchanges: [asked, answered] }];
  },
};

/** A call and its result; then the result of another call in its place. */
export const toolResults: Probe<'series'> = {
  name: 'chats-with-results-of-tools',
  async run(gateway) {
    const { request, asked, calls } = await called(gateway, {
      prepare: prepared,
      chosen: chosenChat,
    });
    const known = await gateway.send(legal(withResults(request, calls, ({ id }) => id)));
    const result = { label: KNOWN_CALL, exchanges: [asked, known] };
    // A gateway may leave the check to its provider: Assay makes none.
    if (gateway.upstream.isPresent) return [result];
    const unknown = await gateway.send(
      withResults(request, calls, () => `call_${gateway.nonce()}`),
    );
    return [result, { label: UNKNOWN_CALL, exchanges: [known, unknown] }];
  },
};

/** The dialog after the calls, with a result for each. */
function withResults(
  request: ProbeRequest,
  calls: readonly ToolCall[],
  idOf: (call: ToolCall) => string,
): ProbeRequest {
  const made = calls.map(({ id, ...own }) => ({ id, type: 'function', function: own }));
  const results = calls.map((call) => ({
    role: 'tool',
    tool_call_id: idOf(call),
    content: RESULT,
  }));
  const messages = objectsIn(membersOf(request).messages);
  return withMembers(request, {
    messages: [...messages, { role: 'assistant', content: null, tool_calls: made }, ...results],
  });
}
