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
import { finds, passes, unverified } from '../verdicts.ts';

const OF_STREAM = 'stream of the upstream request';

ruleTable(relayAsksForStream, [
  passes('a stream of the upstream', relay([stream([])], [callWith({ stream: true })])),
  finds('no stream of the upstream', relay([stream([])], [callWith({ stream: false })]), {
    expected: 'true',
    actual: false,
    where: OF_STREAM,
  }),
  unverified(
    'a request for one body',
    relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    'a request for a stream',
  ),
]);

const CHAT = PARAMETERS.chat;
const { max_tokens, ...others } = CHAT;
const all = answer({}, { sent: CHAT });

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
  passes(
    'the new name of a limit',
    relay([all], [callWith({ ...others, max_completion_tokens: max_tokens })]),
  ),
  passes(
    'one stop as a text',
    relay([answer({}, { sent: { stop: ['zqx'] } })], [callWith({ stop: 'zqx' })]),
  ),
  passes(
    'no tools and no format, which other rules judge',
    relay([all], [callWith({ ...CHAT, tools: [], response_format: undefined })]),
  ),
  finds('a parameter that is lost', relay([all], [callWith({ ...CHAT, temperature: undefined })]), {
    expected: '0.37',
    actual: 'absent',
    where: 'temperature of the upstream request',
  }),
  finds('the first of two stops', relay([all], [callWith({ ...CHAT, stop: 'zqx' })]), {
    where: 'stop of the upstream request',
  }),
  passes('a stream with usage', relay([streamed], [callWith({ ...STREAM, ...OPTION })])),
  finds(
    'a stream whose usage is not requested',
    relay([streamed], [callWith({ ...STREAM, stream_options: { include_usage: false } })]),
    {
      expected: 'true',
      actual: 'absent or false',
      where: 'stream_options.include_usage of the upstream request',
    },
  ),
  passes('one body in place of a stream with usage', relay([streamed], [callWith({})])),
  passes(
    'a stream without usage',
    relay([answer({}, { sent: { ...CHAT, ...STREAM } })], [callWith({ ...CHAT, ...STREAM })]),
  ),
  unverified('a refusal', relay([answer({}, { sent: CHAT, status: 400 })], []), 'a 2xx answer'),
  unverified(
    'a chat without parameters',
    relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    'a request with parameters',
  ),
  unverified(
    'a chat that became a response',
    relay([all], [callWith({}, { operation: 'responses' })]),
    'an upstream request of the same kind',
  ),
  finds(
    'a number that has become a text',
    relay([all], [callWith({ ...CHAT, seed: String(CHAT.seed) })]),
    { where: 'seed of the upstream request' },
  ),
  passes('one image, which is the default', relay([images({ n: 1 })], [callWith({}, IMAGES)])),
  passes(
    'two images, whose number is a text in a form',
    relay([images({ n: 2 })], [call({ ...IMAGES, request: { fields: [['n', '2']] } })]),
  ),
  passes(
    'a duration under its new name in a form',
    relay([video], [call({ ...VIDEO, request: { fields: [['seconds', '8']] } })]),
  ),
  passes(
    'a duration under its new name, as a text',
    relay([video], [callWith({ seconds: '8' }, VIDEO)]),
  ),
  passes(
    'the fields of an upload',
    relay([upload], [call({ ...UPLOAD, request: { fields: FIELDS } })]),
  ),
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
  passes(
    'the same text as a part',
    relay([askedText], [callWith(asking([{ type: 'text', text: TEXT }]))]),
  ),
  passes(
    'the same text after instructions of the gateway',
    relay([askedText], [callWith({ messages: [{ content: 'Be kind.' }, { content: TEXT }] })]),
  ),
  passes(
    'the same text within a longer one',
    relay([askedText], [callWith(asking(`Be kind.${TEXT}Thanks.`))]),
  ),
  unverified(
    'a request that is not kept',
    relay([answer({})], [callWith(asking(TEXT))]),
    'a request body that is kept whole',
  ),
  passes(
    'a response that became a chat',
    relay([response], [callWith({ messages: [{ content: 'Be short.' }, { content: TEXT }] })]),
  ),
  finds('a trimmed text', relay([askedText], [callWith(asking('Ça va?'))]), {
    where: 'text 1 of the prompt',
  }),
  finds(
    'a normalised text',
    relay([answer({}, { sent: asking('e\u0301') })], [callWith(asking('é'))]),
    { where: 'text 1 of the prompt' },
  ),
  finds('instructions that are lost', relay([response], [callWith({ input: TEXT })]), {
    where: 'text 1 of the prompt',
  }),
  unverified(
    'an upstream request without JSON',
    relay([askedText], [call()]),
    'an upstream request in JSON',
  ),
  unverified(
    'a request without texts',
    relay([answer({}, { sent: { model: 'x' } })], [callWith(asking(TEXT))]),
    'a request with messages, an input or a prompt',
  ),
  finds(
    'three messages in reverse order',
    relay(
      [answer({}, { sent: turns('one', 'two', 'three') })],
      [callWith(turns('three', 'two', 'one'))],
    ),
    { where: 'text 3 of the prompt' },
  ),
  finds(
    'a turn of another request',
    relay(
      [answer({}, { sent: turns('one n3f9c2a71', 'two n11112222') })],
      [callWith(turns('one n99998888', 'two n11112222'))],
    ),
    {
      expected: '"one n3f9c2a71" (13 characters)',
      actual: '"one n99998888" (13 characters), of another request',
      where: 'text 1 of the prompt',
    },
  ),
  passes(
    'another result of a tool, which relay-tool-results-kept judges',
    relay(
      [answer({}, { sent: { messages: [{ role: 'tool', content: 'a' }, { content: 'b' }] } })],
      [callWith({ messages: [{ role: 'tool', content: 'c' }, { content: 'b' }] })],
    ),
  ),
  passes(
    'two messages in one',
    relay([answer({}, { sent: turns('one', 'two') })], [callWith(turns('one\ntwo'))]),
  ),
  passes(
    'the prompt of an image',
    relay([image], [callWith({ prompt: 'a boat, please' }, { operation: 'images' })]),
  ),
  passes(
    'a prompt in a form',
    relay([image], [call({ request: { fields: [['prompt', 'a boat']] } })]),
  ),
]);

const ROLES = ['system', 'user', 'assistant', 'user'];
const chat = (...roles: readonly string[]) => ({
  messages: roles.map((role) => ({ role, content: role })),
});
const askedRoles = answer({}, { sent: chat(...ROLES) });
const OF_ROLES = 'roles of the upstream request';

const NAMED = { role: 'user', name: 'ana' };
const MESSAGES = [NAMED, { role: 'user', name: null }];
const saying = (messages: readonly object[]) => answer({}, { sent: { messages } });

ruleTable(relayRolesOrder, [
  passes(
    'a developer in place of the system',
    relay([askedRoles], [callWith(chat('developer', ...ROLES.slice(1)))]),
  ),
  passes(
    'instructions of the gateway before those of the caller',
    relay([askedRoles], [callWith(chat('system', ...ROLES))]),
  ),
  finds('one message of the user', relay([askedRoles], [callWith(chat('user'))]), {
    expected: 'system, user, assistant, user',
    actual: 'user',
    where: OF_ROLES,
  }),
  finds(
    'another order',
    relay([askedRoles], [callWith(chat('system', 'assistant', 'user', 'user'))]),
    { where: OF_ROLES },
  ),
  finds(
    'a message of the gateway as the words of the user',
    relay([askedRoles], [callWith(chat('user', ...ROLES))]),
    { where: OF_ROLES },
  ),
  unverified(
    'one message',
    relay([answer({}, { sent: chat('user') })], [callWith(chat('user'))]),
    'a chat of several messages',
  ),
  unverified(
    'a chat that became a response',
    relay([askedRoles], [callWith({ input: [] }, { operation: 'responses' })]),
    'an upstream request for a chat',
  ),
  passes(
    'the same names after instructions of the gateway',
    relay([saying(MESSAGES)], [callWith({ messages: [{ role: 'system' }, ...MESSAGES] })]),
  ),
  finds(
    'a message without its name',
    relay([saying(MESSAGES)], [callWith({ messages: [{ role: 'user' }, { role: 'user' }] })]),
    { expected: '"ana"', actual: 'absent', where: 'messages[0].name of the upstream request' },
  ),
]);

const sent = { [UNKNOWN_MEMBER]: 'n1' };
const OF_MEMBER = `${UNKNOWN_MEMBER} of the upstream request`;

ruleTable(relayUnknownMember, [
  passes('the member', relay([answer({}, { sent })], [callWith(sent)])),
  finds('no member', relay([answer({}, { sent })], [callWith({})]), {
    expected: 'n1',
    actual: 'absent',
    where: OF_MEMBER,
  }),
  unverified('a refusal', relay([answer({}, { sent, status: 400 })], []), 'a 2xx answer'),
  unverified(
    'a chat without such a member',
    relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    'a request with an unknown field',
  ),
]);
