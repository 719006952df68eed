import { PARAMETERS, UNKNOWN_MEMBER } from '../../../../src/conformance/requests/parameters.ts';
import {
  relayAsksForStream,
  relayParametersKept,
  relayPromptUnchanged,
  relayRolesOrder,
  relayUnknownMember,
} from '../../../../src/conformance/rules/relay/requests.ts';
import { answer, stream } from '../exchanges.ts';
import { call, callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const OF_STREAM = 'stream of the upstream request';

ruleTable(relayAsksForStream, [
  { name: 'a stream of the upstream', evidence: relay([stream([])], [callWith({ stream: true })]) },
  {
    name: 'no stream of the upstream',
    evidence: relay([stream([])], [callWith({ stream: false })]),
    findings: [{ expected: 'true', actual: false, where: OF_STREAM }],
  },
  {
    name: 'a request for one body',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request for a stream',
  },
]);

const CHAT = PARAMETERS.chat;
const { max_tokens, ...others } = CHAT;
const all = answer({}, { sent: CHAT });
const tool = (also: object) => ({
  tools: [{ type: 'function', function: { name: 'find_boat', ...also } }],
});

const OPTION = { stream_options: { include_usage: true } };
const STREAM = { stream: true };
const streamed = answer({}, { sent: { ...STREAM, ...OPTION } });

const IMAGES = { operation: 'images' } as const;
const images = (sent: object) => answer({}, { ...IMAGES, sent });
const VIDEO = { operation: 'video-create' } as const;
const video = answer({}, { ...VIDEO, sent: { duration: 8 } });
const UPLOAD = { operation: 'transcription' } as const;
const FIELDS = [
  ['model', 'm'],
  ['language', 'fy'],
] as const;
const form = { kind: 'multipart', fields: FIELDS, files: [], sizeBytes: 9 } as const;
const answered = answer({}, UPLOAD);
const upload = { ...answered, request: { ...answered.request, body: form } };

ruleTable(relayParametersKept, [
  { name: 'the same values', evidence: relay([all], [callWith({ ...CHAT, user: 'u' })]) },
  {
    name: 'the new name of a limit',
    evidence: relay([all], [callWith({ ...others, max_completion_tokens: max_tokens })]),
  },
  {
    name: 'one stop as a text',
    evidence: relay([answer({}, { sent: { stop: ['zqx'] } })], [callWith({ stop: 'zqx' })]),
  },
  {
    name: 'a tool with a member in addition',
    evidence: relay([answer({}, { sent: tool({}) })], [callWith(tool({ strict: false }))]),
  },
  {
    name: 'a parameter that is lost',
    evidence: relay([all], [callWith({ ...CHAT, temperature: undefined })]),
    findings: [
      { expected: '0.37', actual: 'absent', where: 'temperature of the upstream request' },
    ],
  },
  {
    name: 'the first of two stops',
    evidence: relay([all], [callWith({ ...CHAT, stop: 'zqx' })]),
    findings: [{ where: 'stop of the upstream request' }],
  },
  {
    name: 'a stream with usage',
    evidence: relay([streamed], [callWith({ ...STREAM, ...OPTION })]),
  },
  {
    name: 'a stream whose usage is not requested',
    evidence: relay(
      [streamed],
      [callWith({ ...STREAM, stream_options: { include_usage: false } })],
    ),
    findings: [
      {
        expected: 'true',
        actual: 'absent or false',
        where: 'stream_options.include_usage of the upstream request',
      },
    ],
  },
  {
    name: 'one body in place of a stream with usage',
    evidence: relay([streamed], [callWith({})]),
  },
  {
    name: 'a stream without usage',
    evidence: relay(
      [answer({}, { sent: { ...CHAT, ...STREAM } })],
      [callWith({ ...CHAT, ...STREAM })],
    ),
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { sent: CHAT, status: 400 })], []),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'a chat without parameters',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request with parameters',
  },
  {
    name: 'a chat that became a response',
    evidence: relay([all], [callWith({}, { operation: 'responses' })]),
    unverifiable: 'an upstream request of the same kind',
  },
  {
    name: 'a number that has become a text',
    evidence: relay([all], [callWith({ ...CHAT, seed: String(CHAT.seed) })]),
    findings: [{ where: 'seed of the upstream request' }],
  },
  {
    name: 'one image, which is the default',
    evidence: relay([images({ n: 1 })], [callWith({}, IMAGES)]),
  },
  {
    name: 'two images, whose number is a text in a form',
    evidence: relay([images({ n: 2 })], [call({ ...IMAGES, request: { fields: [['n', '2']] } })]),
  },
  {
    name: 'a duration under its new name in a form',
    evidence: relay([video], [call({ ...VIDEO, request: { fields: [['seconds', '8']] } })]),
  },
  {
    name: 'a duration under its new name, as a text',
    evidence: relay([video], [callWith({ seconds: '8' }, VIDEO)]),
  },
  {
    name: 'another duration',
    evidence: relay([video], [callWith({ duration: 4 }, VIDEO)]),
    findings: [{ expected: '8', actual: 4, where: 'duration of the upstream request' }],
  },
  {
    name: 'the fields of an upload',
    evidence: relay([upload], [call({ ...UPLOAD, request: { fields: FIELDS } })]),
  },
  {
    name: 'an upload without its language',
    evidence: relay([upload], [call({ ...UPLOAD, request: { fields: FIELDS.slice(0, 1) } })]),
    findings: [{ expected: '"fy"', actual: 'absent', where: 'language of the upstream request' }],
  },
]);

const TEXT = ' Ça va?\n';
const asking = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const turns = (...texts: readonly string[]) => ({
  messages: texts.map((content) => ({ content })),
});
const image = answer({}, { operation: 'images', sent: { prompt: 'a boat' } });
const askedText = answer({}, { sent: asking(TEXT) });
const response = answer(
  {},
  { operation: 'responses', sent: { instructions: 'Be short.', input: TEXT } },
);

ruleTable(relayPromptUnchanged, [
  { name: 'the same text', evidence: relay([askedText], [callWith(asking(TEXT))]) },
  {
    name: 'the same text as a part',
    evidence: relay([askedText], [callWith(asking([{ type: 'text', text: TEXT }]))]),
  },
  {
    name: 'the same text after instructions of the gateway',
    evidence: relay(
      [askedText],
      [callWith({ messages: [{ content: 'Be kind.' }, { content: TEXT }] })],
    ),
  },
  {
    name: 'the same text within a longer one',
    evidence: relay([askedText], [callWith(asking(`Be kind.${TEXT}Thanks.`))]),
  },
  {
    name: 'a request that is not kept',
    evidence: relay([answer({})], [callWith(asking(TEXT))]),
    unverifiable: 'a request body that is kept whole',
  },
  {
    name: 'a response that became a chat',
    evidence: relay(
      [response],
      [callWith({ messages: [{ content: 'Be short.' }, { content: TEXT }] })],
    ),
  },
  {
    name: 'a trimmed text',
    evidence: relay([askedText], [callWith(asking('Ça va?'))]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'a normalised text',
    evidence: relay([answer({}, { sent: asking('e\u0301') })], [callWith(asking('é'))]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'instructions that are lost',
    evidence: relay([response], [callWith({ input: TEXT })]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'an upstream request without JSON',
    evidence: relay([askedText], [call()]),
    unverifiable: 'an upstream request in JSON',
  },
  {
    name: 'a request without texts',
    evidence: relay([answer({}, { sent: { model: 'x' } })], [callWith(asking(TEXT))]),
    unverifiable: 'a request with messages, an input or a prompt',
  },
  {
    name: 'three messages in reverse order',
    evidence: relay(
      [answer({}, { sent: turns('one', 'two', 'three') })],
      [callWith(turns('three', 'two', 'one'))],
    ),
    findings: [{ where: 'text 3 of the prompt' }],
  },
  {
    name: 'a turn of another request',
    evidence: relay(
      [answer({}, { sent: turns('one n3f9c2a71', 'two n11112222') })],
      [callWith(turns('one n99998888', 'two n11112222'))],
    ),
    findings: [
      {
        expected: '"one n3f9c2a71" (13 characters)',
        actual: '"one n99998888" (13 characters), of another request',
        where: 'text 1 of the prompt',
      },
    ],
  },
  {
    name: 'two messages in one',
    evidence: relay([answer({}, { sent: turns('one', 'two') })], [callWith(turns('one\ntwo'))]),
  },
  {
    name: 'another prompt of an image',
    evidence: relay([image], [callWith({ prompt: 'a cat' }, { operation: 'images' })]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'the prompt of an image',
    evidence: relay([image], [callWith({ prompt: 'a boat, please' }, { operation: 'images' })]),
  },
  {
    name: 'a prompt in a form',
    evidence: relay([image], [call({ request: { fields: [['prompt', 'a boat']] } })]),
  },
]);

const ROLES = ['system', 'user', 'assistant', 'user'];
const chat = (...roles: readonly string[]) => ({
  messages: roles.map((role) => ({ role, content: role })),
});
const askedRoles = answer({}, { sent: chat(...ROLES) });
const OF_ROLES = 'roles of the upstream request';

const CALLS = { role: 'assistant', name: 'n', tool_calls: [{ id: 'a', function: { name: 'f' } }] };
const RESULT = { role: 'tool', tool_call_id: 'a', name: null };
const MESSAGES = [CALLS, RESULT];
const saying = (messages: readonly object[]) => answer({}, { sent: { messages } });

ruleTable(relayRolesOrder, [
  { name: 'the same roles', evidence: relay([askedRoles], [callWith(chat(...ROLES))]) },
  {
    name: 'a developer in place of the system',
    evidence: relay([askedRoles], [callWith(chat('developer', ...ROLES.slice(1)))]),
  },
  {
    name: 'instructions of the gateway before those of the caller',
    evidence: relay([askedRoles], [callWith(chat('system', ...ROLES))]),
  },
  {
    name: 'one message of the user',
    evidence: relay([askedRoles], [callWith(chat('user'))]),
    findings: [{ expected: 'system, user, assistant, user', actual: 'user', where: OF_ROLES }],
  },
  {
    name: 'another order',
    evidence: relay([askedRoles], [callWith(chat('system', 'assistant', 'user', 'user'))]),
    findings: [{ where: OF_ROLES }],
  },
  {
    name: 'a message of the gateway as the words of the user',
    evidence: relay([askedRoles], [callWith(chat('user', ...ROLES))]),
    findings: [{ where: OF_ROLES }],
  },
  {
    name: 'one message',
    evidence: relay([answer({}, { sent: chat('user') })], [callWith(chat('user'))]),
    unverifiable: 'a chat of several messages',
  },
  {
    name: 'a chat that became a response',
    evidence: relay([askedRoles], [callWith({ input: [] }, { operation: 'responses' })]),
    unverifiable: 'an upstream request for a chat',
  },
  {
    name: 'the same members after instructions of the gateway',
    evidence: relay(
      [saying(MESSAGES)],
      [callWith({ messages: [{ role: 'system' }, ...MESSAGES] })],
    ),
  },
  {
    name: 'a result without the id of its call',
    evidence: relay([saying(MESSAGES)], [callWith({ messages: [CALLS, { role: 'tool' }] })]),
    findings: [
      {
        expected: '"a"',
        actual: 'absent',
        where: 'messages[1].tool_call_id of the upstream request',
      },
    ],
  },
]);

const sent = { [UNKNOWN_MEMBER]: 'n1' };
const OF_MEMBER = `${UNKNOWN_MEMBER} of the upstream request`;

ruleTable(relayUnknownMember, [
  { name: 'the member', evidence: relay([answer({}, { sent })], [callWith(sent)]) },
  {
    name: 'no member',
    evidence: relay([answer({}, { sent })], [callWith({})]),
    findings: [{ expected: 'n1', actual: 'absent', where: OF_MEMBER }],
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { sent, status: 400 })], []),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'a chat without such a member',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request with an unknown field',
  },
]);
