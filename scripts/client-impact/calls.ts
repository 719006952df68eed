import { drawPng } from '../../reference-server/models/png.ts';

/** What a driver does in one step: a request in the words of the API, and how it is made. */
export type Step = readonly [verb: Verb, body: Body, how?: How];

export type Verb =
  | 'chat'
  | 'chat-stream'
  | 'chat-helper'
  | 'tool-loop'
  | 'tool-stream-loop'
  | 'parsed-chat'
  | 'response'
  | 'response-stream'
  | 'response-helper'
  | 'response-tool-loop'
  | 'parsed-response'
  | 'image'
  | 'transcription'
  | 'formatted-transcription'
  | 'embedding'
  | 'video'
  | 'whole-video'
  | 'video-progress'
  | 'cancelled-video'
  | 'video-read';

type Body = Readonly<Record<string, unknown>>;

interface How {
  /** The Idempotency-Key. */
  readonly key?: string;
  /** How many times it is made concurrently. */
  readonly times?: number;
  /** Its result is not compared. */
  readonly drop?: true;
  /** The last character of the API key is wrong. */
  readonly mistyped?: true;
  /** The program stops the stream at its first text. */
  readonly stop?: true;
  /** Whether the text arrives piece by piece is compared. */
  readonly paced?: true;
}

const QUESTION = { system: 'Answer in one sentence.', prompt: 'Which rivers flow through Zürich?' };
const OTHER = 'Which lakes are near Genève?';
const SCRIPTS = 'Grüße, 你好, 👋🏽 and naïve café';
const WAV = { name: 'speech.wav', latin1: 'RIFF$\0\0\0WAVEfmt \r\n\r\ndata\r\n' };
const MP3 = { name: 'speech.mp3', latin1: 'ID3\u0003\0\0\0\0\0\0' };
const PICTURE = {
  prompt: 'What is on this picture?',
  image: `data:image/png;base64,${drawPng({ width: 12, height: 8 }).toString('base64')}`,
};
const TURNS = [
  { role: 'user', content: QUESTION.prompt },
  { role: 'assistant', content: 'The Limmat and the Sihl.' },
  { role: 'user', content: OTHER },
];

const FUNCTIONS = [
  {
    name: 'find_river',
    parameters: schemaOf({ name: { type: 'string' }, length: { type: 'number' } }),
  },
  { name: 'list_rivers', parameters: schemaOf({}) },
];

function schemaOf(properties: Body): Body {
  const required = Object.keys(properties);
  return { type: 'object', properties, required, additionalProperties: false };
}

const to = (verb: Verb, model: string, more: Body = {}, how: How = {}): Step => [
  verb,
  { model, ...QUESTION, ...more },
  how,
];
const chat = (model: string, more?: Body, how: How = {}) => to('chat', model, more, how);
const echo = (prompt: unknown, how: How = {}): Step => ['chat', { model: 'ref-echo', prompt }, how];
const stream = (model: string, how: How = {}) => to('chat-stream', model, {}, how);
const response = (model: string, more?: Body, how: How = {}) => to('response', model, more, how);
const responseStream = (model: string, how: How = {}) => to('response-stream', model, {}, how);
const image = (more: Body = {}, how: How = {}): Step => [
  'image',
  { model: 'ref-image', prompt: QUESTION.prompt, size: '96x64', ...more },
  how,
];
const speech = (model: string, file: Body, how: How = {}): Step => [
  'transcription',
  { model, ...file },
  how,
];
const transcript = (response_format: string): Step => [
  'formatted-transcription',
  { model: 'ref-transcription', response_format, ...WAV },
];
const video = (model: string, verb: Verb = 'video'): Step => [
  verb,
  { model, prompt: QUESTION.prompt, seconds: '4' },
];
/** The program runs the functions that the answer calls, and sends their results. */
const tools = (verb: Verb, more: Body = {}): Step => [
  verb,
  {
    model: 'ref-chat',
    prompt: 'Call find_river and list_rivers, both now.',
    functions: FUNCTIONS,
    ...more,
  },
];
/** The same request twice under one key: both results count, or the second alone. */
const twice = (step: (how: How) => Step, key: string): readonly Step[] => [
  step({ key }),
  step({ key }),
];
const again = (step: (how: How) => Step, key: string): readonly Step[] => [
  step({ key, drop: true }),
  step({ key }),
];

/** The calls of each client, by name; their steps are made one after the other. */
export const CALLS: Readonly<Record<string, readonly Step[]>> = {
  chat: [chat('ref-chat', { temperature: 0.7 }), chat('ref-chat', { n: 1 }), echo(SCRIPTS)],
  'chat-of-turns': [['chat', { model: 'ref-echo', messages: TURNS }]],
  'chat-of-long-prompt': [echo('river '.repeat(3000))],
  'chat-stream': [stream('ref-chat')],
  'chat-stream-unicode': [['chat-stream', { model: 'ref-echo', prompt: SCRIPTS }]],
  'slow-chat-stream': [stream('ref-slow', { paced: true })],
  'chat-stream-helper': [to('chat-helper', 'ref-chat')],
  'tool-loop': [tools('tool-loop')],
  'tool-stream-loop': [tools('tool-stream-loop')],
  'tool-choice': [tools('tool-loop', { choice: 'none' }), tools('tool-loop', { parallel: false })],
  'chat-with-image': [['chat', { model: 'ref-chat', ...PICTURE }]],
  'parsed-chat': [['parsed-chat', { model: 'ref-chat', prompt: QUESTION.prompt }]],
  'chats-at-once': [echo('echo', { times: 18 })],
  'chat-after-stopped-streams': [
    stream('ref-slow', { stop: true, times: 8, drop: true }),
    echo(OTHER),
  ],
  responses: [response('ref-responses'), response('ref-echo', { prompt: SCRIPTS })],
  'responses-stream': [responseStream('ref-responses')],
  'slow-responses-stream': [responseStream('ref-slow', { paced: true })],
  'responses-stream-helper': [to('response-helper', 'ref-responses')],
  'responses-tool-loop': [tools('response-tool-loop')],
  'response-with-image': [['response', { model: 'ref-chat', ...PICTURE }]],
  'parsed-response': [['parsed-response', { model: 'ref-chat', prompt: QUESTION.prompt }]],
  image: [image()],
  'two-images': [image({ n: 2 })],
  transcription: [speech('ref-echo', WAV)],
  'transcription-of-mp3': [speech('ref-transcription', MP3)],
  subtitles: [transcript('vtt')],
  'transcription-with-times': [transcript('verbose_json')],
  video: [video('ref-video', 'whole-video')],
  'video-progress': [video('ref-slow', 'video-progress')],
  'two-videos': [video('ref-video'), video('ref-video')],
  'failed-video': [video('ref-fail-video')],
  'cancelled-video': [video('ref-slow', 'cancelled-video')],
  'unknown-video': [['video-read', { id: 'video_unknown' }]],
  'retry-with-key': twice((how) => echo(QUESTION.prompt, how), 'order-4711/chat'),
  'image-retry-with-key': again((how) => image({}, how), 'order-4711/image'),
  'transcription-retry-with-key': again((how) => speech('ref-echo', WAV, how), 'order-4711/speech'),
  'stream-retry-with-key': twice((how) => stream('ref-chat', how), 'order-4711/stream'),
  'responses-stream-retry-with-key': twice(
    (how) => responseStream('ref-responses', how),
    'order-4711/responses',
  ),
  'retry-at-once-with-key': [echo(QUESTION.prompt, { key: 'order-4711/twice', times: 2 })],
  'retry-after-stop-with-key': [
    stream('ref-slow', { stop: true, drop: true, key: 'order-4711/stopped' }),
    stream('ref-slow', { key: 'order-4711/stopped' }),
  ],
  'same-key-for-another-chat': [
    echo(QUESTION.prompt, { key: 'order-4711/same', drop: true }),
    echo(OTHER, { key: 'order-4711/same' }),
  ],
  'same-key-for-another-operation': [
    echo(QUESTION.prompt, { key: 'order-4711/one', drop: true }),
    ['response', { model: 'ref-echo', prompt: QUESTION.prompt }, { key: 'order-4711/one' }],
  ],
  'wrong-key': [echo(QUESTION.prompt, { mistyped: true })],
  'unknown-model': [chat('gpt-none')],
  'stream-of-unknown-model': [stream('gpt-none')],
  'refused-chat': [echo(5)],
  'refused-response': [response('ref-responses', { prompt: 5 })],
  'refused-image': [image({ size: '9999x9999' })],
  'too-many-images': [image({ n: 11 })],
  'empty-file': [speech('ref-transcription', { ...WAV, latin1: '' })],
  'failing-model': [chat('ref-fail', {}, { key: 'order-5' })],
  'failing-chat-stream': [stream('ref-fail-mid')],
  'failing-responses-stream': [responseStream('ref-fail-mid')],
  'rate-limited': [chat('ref-limited')],
  'unsupported-operation': [['embedding', { model: 'ref-chat', input: QUESTION.prompt }]],
};
