import { escapeAll } from '../../edits/json.ts';
import { drawPng } from '../../models/png.ts';
import type { Behaviours } from '../behaviour.ts';
import {
  answerChat,
  base64Image,
  chatChunk,
  chatEvents,
  completion,
  DONE_EVENT,
  event,
  failure,
  images,
  job,
} from '../good-answers.ts';
import { answers, answersJobs, answersJson, streams } from '../rows.ts';
import { answerJson, answerWith, chunk, chunkedHead, EVENTS_TYPE, head } from '../writing.ts';

type Form = (key: string) => string;

const base64: Form = (text) => Buffer.from(text).toString('base64');

/** The forms of a key that a client can recognise. */
const FORMS: Readonly<Record<string, readonly [summary: string, form: Form]>> = {
  plain: ['as it is', (key) => key],
  part: ['without its first four characters', (key) => key.slice(4)],
  base64: ['in base64', base64],
  'base64-bearer': ['in base64 after "Bearer "', (key) => base64(`Bearer ${key}`)],
  'base64-basic': ['in base64 after "u:"', (key) => base64(`u:${key}`)],
  base64url: ['in base64url', (key) => Buffer.from(key).toString('base64url')],
  hex: ['in hexadecimal', (key) => Buffer.from(key).toString('hex')],
  'hex-upper': [
    'in upper-case hexadecimal',
    (key) => Buffer.from(key).toString('hex').toUpperCase(),
  ],
  percent: ['percent-encoded', (key) => escaped(key, (code) => `%${code.slice(2)}`)],
  entities: ['in HTML entities', (key) => escaped(key, (code) => `&#x${code};`)],
  upper: ['in upper case', (key) => key.toUpperCase()],
};

function escaped(text: string, write: (fourDigits: string) => string): string {
  return [...text].map((each) => write(each.charCodeAt(0).toString(16).padStart(4, '0'))).join('');
}

const everyForm: Behaviours = Object.fromEntries(
  Object.entries(FORMS).map(([name, [summary, form]]) => [
    `key-${name}`,
    answers(`The key ${summary}, in the message of an error.`)(({ socket, key }) =>
      answerJson(socket, failure(`The key ${form(key)} is over its limit.`), { status: 500 }),
    ),
  ]),
);

/** Answers with the key of the request, in every form and in every place. */
export const keyEchoes: Behaviours = {
  ...everyForm,
  'key-json-escaped': answers('The key with every character escaped, in the message of an error.')(
    ({ socket, key }) =>
      answerWith(socket, JSON.stringify(failure('KEY')).replace('KEY', escapeAll(key)), {
        status: 500,
      }),
  ),
  'key-in-text': answers('The key as the text of a completion.')((request) =>
    answerChat(request, { content: request.key }),
  ),
  'key-in-id': answersJson('The key in the id and the model of a completion.')(({ key }) =>
    completion({ id: key, model: `m-${key}` }),
  ),
  'key-in-member': answersJson('The key as the name of a JSON member.')(({ key }) => ({
    ...completion(),
    [key]: key,
  })),
  'key-in-reason': answers('The key as the reason of the status line.')(({ socket, key }) =>
    answerJson(socket, failure('No.'), { status: `500 ${key}` }),
  ),
  'key-in-header': answers('The key in a cookie and in the name of a header.')(({ socket, key }) =>
    answerJson(socket, completion(), {
      headers: { 'Set-Cookie': `k=${key}`, [`X-${key}`]: 'x', 'X-Key': base64(key) },
    }),
  ),
  'key-in-redirect': answers('The key in the Location of a redirect to another origin.')(
    ({ socket, key, elsewhere }) =>
      answerJson(socket, failure('It is elsewhere.'), {
        status: '307 Temporary Redirect',
        headers: { Location: `${elsewhere}/?key=${key}` },
      }),
  ),
  'key-in-media-type': answers('The key as a parameter of the media type.')(({ socket, key }) =>
    answerJson(socket, completion(), { headers: { 'Content-Type': `text/plain; key=${key}` } }),
  ),
  'key-in-trailer': answers('The key in a trailer.')(({ socket, key }) => {
    socket.write(chunkedHead(200));
    socket.write(chunk(JSON.stringify(completion())));
    socket.write(`0\r\nX-Key: ${key}\r\n\r\n`);
  }),
  'key-in-html': answers('The key in a page of HTML in place of JSON.')(({ socket, key }) =>
    answerWith(socket, `<html><b>${key}</b></html>`, {
      status: 502,
      headers: { 'Content-Type': 'text/html' },
    }),
  ),
  'key-in-bad-header': answers('The key in a line that is not a header.')(
    ({ socket, key }) => void socket.end(`HTTP/1.1 200 OK\r\n${key}\r\n\r\n`),
  ),
  'key-over-chunks': answers('The key cut in half by a chunk border.')(({ socket, key }) => {
    const text = JSON.stringify(failure(key));
    const cut = text.indexOf(key) + key.length / 2;
    socket.write(chunkedHead(500));
    socket.write(chunk(text.slice(0, cut)));
    setTimeout(() => {
      socket.write(chunk(text.slice(cut)));
      socket.write('0\r\n\r\n');
    }, 50);
  }),
  'key-over-deltas': streams('The key in deltas of three characters, in a stream without [DONE].')(
    ({ key }) => chatEvents(key.match(/.{1,3}/gs) ?? []),
  ),
  'key-in-delta-escaped': streams('The key in one delta, with every character escaped.')(
    ({ key }) => [
      ...chatEvents(['KEY']).map((text) => text.replace('KEY', escapeAll(key))),
      DONE_EVENT,
    ],
  ),
  'key-in-comment': streams('The key in a comment, a name and an id of an event stream.')(
    ({ key }) => {
      const named = `event: ${key}\nid: ${key}\n${event(chatChunk('chatcmpl-1', {}))}`;
      return [`: ${key}\n\n`, named, ...chatEvents(), DONE_EVENT];
    },
  ),
  'key-in-cut-stream': answers('The key in a stream that is closed within an event.')((request) => {
    if (!request.streams) return answerChat(request);
    const text = chatEvents([request.key]).join('');
    const closing = head(200, { ...EVENTS_TYPE, Connection: 'close' });
    request.socket.end(closing + text.slice(0, -30));
  }),
  'key-in-image': answers('The key in the text chunk of a PNG.', ['images'])(({ socket, key }) => {
    const png = drawPng({ width: 8, height: 8 }, `Comment\0${key}`);
    answerJson(socket, images([base64Image(png)]));
  }),
  'key-in-image-url': answers('The key in the address of an image.', ['images'])(
    ({ socket, key, elsewhere }) =>
      answerJson(socket, images([{ url: `${elsewhere}/${key}.png` }])),
  ),
  'key-in-job': answersJobs('The key in the id, the status and the address of a video job.')(
    ({ socket, operation, key, here }) => {
      const content_url = `${here}/videos/${key}/content`;
      const status = operation === 'video-create' ? 201 : 200;
      answerJson(socket, job(`video-${key}`, { status: key, content_url }), { status });
    },
  ),
  'key-in-transcript': answers('The key as the text of a transcript.', ['transcription'])(
    ({ socket, key }) => answerJson(socket, { text: key, usage: { total_tokens: 1 } }),
  ),
};
