import { PARAMETERS } from '../../../../src/conformance/probes/relayed-members.ts';
import { relayParametersKept } from '../../../../src/conformance/rules/relay/relay-parameters-kept.ts';
import { answer } from '../exchanges.ts';
import { call, callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

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
    name: 'a value that is rounded, and a seed that is another',
    evidence: relay([all], [callWith({ ...CHAT, top_p: 0.8, seed: 1 })]),
    findings: [
      { where: 'top_p of the upstream request' },
      { where: 'seed of the upstream request' },
    ],
  },
  {
    name: 'a tool without its parameters',
    evidence: relay([answer({}, { sent: tool({ parameters: {} }) })], [callWith(tool({}))]),
    findings: [{ where: 'tools of the upstream request' }],
  },
  {
    name: 'a list with one more stop',
    evidence: relay([all], [callWith({ ...CHAT, stop: [...CHAT.stop, 'y'] })]),
    findings: [{ where: 'stop of the upstream request' }],
  },
  {
    name: 'the first of two stops',
    evidence: relay([all], [callWith({ ...CHAT, stop: 'zqx' })]),
    findings: [{ where: 'stop of the upstream request' }],
  },
  {
    name: 'an object where another value was',
    evidence: relay([all], [callWith({ ...CHAT, response_format: 'json' })]),
    findings: [{ where: 'response_format of the upstream request' }],
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
    name: 'one image of the default size for two of another',
    evidence: relay([images({ n: 2, size: '8x9' })], [callWith({ n: 1 }, IMAGES)]),
    findings: [
      { expected: '2', actual: 1, where: 'n of the upstream request' },
      { actual: 'absent', where: 'size of the upstream request' },
    ],
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
