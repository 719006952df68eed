import type { Operation } from '../../contract/operations.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import {
  chatRequest,
  filePart,
  imageRequest,
  legal,
  modelPart,
  responsesRequest,
  tone,
  transcriptionRequest,
  videoRequest,
} from './requests.ts';
import { sequentially } from './sequentially.ts';

/** A member that no gateway knows. */
export const UNKNOWN_MEMBER = 'x_assay_note';

const FUNCTION = {
  name: 'find_boat',
  description: 'Finds a boat.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const TOOLS = [FUNCTION, { ...FUNCTION, name: 'find_harbour' }];
const CHAT_TOOLS = TOOLS.map((tool) => ({ type: 'function', function: tool }));

/** Values that differ from all defaults, so that a gateway cannot have chosen them. */
export const PARAMETERS = {
  chat: {
    temperature: 0.37,
    top_p: 0.83,
    max_tokens: 173,
    stop: ['zqx', 'xqz'],
    seed: 740_113_377,
    tools: CHAT_TOOLS,
    tool_choice: 'none',
    response_format: { type: 'json_object' },
    presence_penalty: 0.41,
    frequency_penalty: -0.29,
    logit_bias: { 1734: -7 },
    logprobs: true,
    top_logprobs: 3,
    parallel_tool_calls: false,
  },
  responses: {
    temperature: 0.37,
    top_p: 0.83,
    max_output_tokens: 173,
    tools: TOOLS.map((tool) => ({ type: 'function', ...tool })),
    tool_choice: 'none',
  },
  transcription: { language: 'fy', prompt: 'Boats.', temperature: '0.37' },
} as const;

/**
 * Chats with each parameter, with all of them, with a member that no gateway knows, with messages of
 * every role, some without a text, and with many; streams with parameters; requests of the other operations with parameters.
 */
export const relayedMembers: Probe<'relay'> = {
  name: 'members-seen-at-both-ends',
  async run(gateway) {
    const requests = [...chats(gateway), ...others(gateway)];
    const sent = await sequentially(
      requests.filter(([operation]) => gateway.offers(operation)),
      async ([, label, request]): Promise<Sent> => {
        const nonce = gateway.nonce();
        return { label, nonce, exchanges: [await gateway.send(legal(request(nonce)))] };
      },
    );
    return relayed(gateway, sent);
  },
};

type Labelled = readonly [
  operation: Operation,
  label: string,
  request: (nonce: string) => ProbeRequest,
];

function chats({ expect }: ProbeGateway): readonly Labelled[] {
  const chat = (
    label: string,
    members: (nonce: string) => Readonly<Record<string, unknown>>,
  ): Labelled => [
    'chat',
    label,
    (nonce) => chatRequest(expect, { prompt: promptWith(nonce), also: members(nonce) }),
  ];
  const single = Object.entries(PARAMETERS.chat).map(([name, value]) => {
    return chat(name, () => ({ ...NEEDS[name], [name]: value }));
  });
  return [
    ...single,
    chat('all parameters', () => PARAMETERS.chat),
    chat('all parameters of a stream', () => ({ ...PARAMETERS.chat, stream: true })),
    chat('other values', () => OTHER_VALUES),
    ['chat', 'usage of a stream', (nonce) => streamWithUsage(expect, nonce)],
    chat('an unknown field', (nonce) => ({ [UNKNOWN_MEMBER]: nonce })),
    chat('every role', (nonce) => ({ messages: conversation(nonce) })),
    chat('several messages of a role', (nonce) => ({ messages: longConversation(nonce) })),
    chat('40 messages', (nonce) => ({ messages: manyTurns(nonce) })),
  ];
}

/** What a parameter is of use with. */
const NEEDS: Readonly<Record<string, object>> = {
  tool_choice: { tools: CHAT_TOOLS },
  parallel_tool_calls: { tools: CHAT_TOOLS },
  top_logprobs: { logprobs: true },
};

/** More than a provider of another interface allows, and a schema, which some pass on without it. */
const OTHER_VALUES = {
  temperature: 1.37,
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'boat', strict: true, schema: FUNCTION.parameters },
  },
};

function streamWithUsage(expect: Expectations, nonce: string): ProbeRequest {
  const also = { stream_options: { include_usage: true } };
  return chatRequest(expect, { prompt: promptWith(nonce), stream: true, also });
}

function others({ expect }: ProbeGateway): readonly Labelled[] {
  const { imageSizes, transcriptionModel, videoDuration } = expect;
  const response = (also: Readonly<Record<string, unknown>>) => (nonce: string) =>
    responsesRequest(expect, { prompt: promptWith(nonce), also });
  const fields = Object.entries(PARAMETERS.transcription);
  return [
    ['responses', 'all parameters', response(PARAMETERS.responses)],
    [
      'responses',
      'all parameters of a stream',
      response({ ...PARAMETERS.responses, stream: true }),
    ],
    ['responses', 'an unknown field', response({ [UNKNOWN_MEMBER]: 'x_assay_value' })],
    [
      'images',
      'two images of another size',
      (nonce) =>
        imageRequest(expect, { prompt: `Two boats, for ${nonce}.`, n: 2, size: imageSizes.at(-1) }),
    ],
    [
      'transcription',
      'all fields',
      (nonce) => {
        const named = fields.map(([name, value]) => ({ name, value }));
        const parts = [modelPart(transcriptionModel), ...named, filePart(tone(nonce))];
        return transcriptionRequest(expect, { form: { parts } });
      },
    ],
    [
      'video-create',
      'another duration',
      (nonce) => {
        const also = { duration: 2 * videoDuration };
        return videoRequest(expect, { prompt: `A boat that sails, for ${nonce}.`, also });
      },
    ],
  ];
}

function promptWith(nonce: string): string {
  return `Answer in JSON with one word about ${nonce}.`;
}

function conversation(nonce: string): readonly unknown[] {
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: `Is there a boat named ${nonce}?` },
    { role: 'assistant', content: null, tool_calls: [callOf('call_1', nonce)] },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'user', content: 'Where?' },
  ];
}

function longConversation(nonce: string): readonly unknown[] {
  const calls = [callOf('call_1', nonce), callOf('call_2', 'another boat')];
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'system', content: 'Be polite.' },
    { role: 'user', content: `Is there a boat named ${nonce}?`, name: 'ana' },
    { role: 'assistant', content: 'I look for it.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'tool', tool_call_id: 'call_2', content: 'There is none.' },
    { role: 'assistant', tool_calls: [callOf('call_3', nonce)] },
    { role: 'tool', tool_call_id: 'call_3', content: 'There is one.' },
    { role: 'user', content: 'Where?', name: 'ana' },
    { role: 'user', content: 'And of which colour?', name: 'ben' },
  ];
}

/** With instructions in their middle. */
function manyTurns(nonce: string): readonly unknown[] {
  return Array.from({ length: 40 }, (_, at) => {
    if (at === 0 || at === 20) return { role: 'system', content: `Answer with ${at + 1} words.` };
    return at % 2 === 1
      ? { role: 'user', content: `Where is boat ${at} of ${nonce}?` }
      : { role: 'assistant', content: `In harbour ${at}.` };
  });
}

function callOf(id: string, boat: string): unknown {
  const args = JSON.stringify({ name: boat });
  return { id, type: 'function', function: { name: 'find_boat', arguments: args } };
}
