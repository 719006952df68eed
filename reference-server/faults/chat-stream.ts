import { gzipSync } from 'node:zlib';
import { streamsAlways } from '../edits/answers.ts';
import { editsChunks, editsDeltas, frames, plansChat } from '../edits/streams.ts';
import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { allAtEnd, append, editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

const LOST = 2;

const CHOICE = { index: 0, delta: {}, finish_reason: null };

export const chatStreamFaults: readonly Alteration[] = [
  plansChat('cs-buffer-all', 'A chat stream is written at its end, all at once.', allAtEnd),
  plansChat(
    'cs-chunk-after-done',
    'A chunk with usage is sent after [DONE].',
    (events, completion) => {
      const { id, created, model } = completion;
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const chunk = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
      return append(events, chunk);
    },
  ),
  editsChunks(
    'cs-created-per-chunk',
    'Each chunk of a chat stream has a different created.',
    (_, { created }, index) => ({ created: created + index }),
  ),
  plansChat('cs-drop-one-delta', 'The third delta of a chat stream is lost.', (events) => {
    const lost = events.filter(({ token }) => token === true)[LOST];
    return events.filter((event) => event !== lost);
  }),
  {
    id: 'cs-error-then-stop',
    summary: 'A failed chat stream ends as if it had finished.',
    hooks: ({ planChat }) => ({
      planChat: (completion) => planChat({ ...completion, fails: false }),
    }),
  },
  editsDeltas(
    'cs-finish-empty-string',
    'The finish_reason of unfinished chunks is "" instead of null.',
    ({ finish_reason: reason }) => ({ finish_reason: reason ?? '' }),
  ),
  {
    id: 'cs-id-per-chunk',
    summary: 'Each chunk of a chat stream has a different id.',
    hooks: ({ planChat, newId }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          data.id === undefined ? data : { ...data, id: newId('chatcmpl-') },
        ),
    }),
  },
  streamsAlways(
    'cs-ignore-stream',
    'A chat request with the stream switch on returns one body.',
    'chat',
    false,
  ),
  {
    id: 'cs-leak-on-abort',
    summary: 'A client that disconnects without an Idempotency-Key keeps its slot forever.',
    hooks: ({ onClientDisconnect }) => ({
      onClientDisconnect: (keyed) => (keyed ? onClientDisconnect(keyed) : 'hold'),
    }),
  },
  plansChat('cs-no-done', 'A chat stream ends without [DONE].', (events) =>
    events.filter(({ data }) => data !== DONE),
  ),
  editsDeltas('cs-no-finish', 'A chat stream ends without a finish_reason.', () => ({
    finish_reason: null,
  })),
  editsChunks('cs-no-model', 'The chunks of a chat stream have no model.', () => ({
    model: undefined,
  })),
  editsChunks(
    'cs-object-completion',
    'The object of the chunks of a chat stream is "chat.completion".',
    () => ({ object: 'chat.completion' }),
  ),
  editsDeltas(
    'cs-role-null',
    'Every delta of a chat stream after the first has role null.',
    ({ delta }) => ({ delta: isJsonObject(delta) ? { role: null, ...delta } : null }),
  ),
  plansChat(
    'cs-silent-truncate',
    'A failed chat stream ends without an error.',
    (events, { fails }) => (fails ? events.slice(0, -1) : events),
  ),
  editsChunks('cs-usage-with-choice', 'The chunk with usage has a choice.', ({ usage }) =>
    usage === undefined || usage === null ? {} : { choices: [CHOICE] },
  ),
  {
    id: 'sse-gzip-unasked',
    summary: 'A stream is compressed although the client does not accept it.',
    hooks: ({ streamHeaders }) => ({
      streamHeaders: (operation) => ({ ...streamHeaders(operation), 'content-encoding': 'gzip' }),
      pack: (text) => [gzipSync(text)],
    }),
  },
  {
    id: 'sse-json-media-type',
    summary: 'A stream is declared application/json.',
    hooks: ({ streamHeaders }) => ({
      streamHeaders: (operation) => ({
        ...streamHeaders(operation),
        'content-type': 'application/json',
      }),
    }),
  },
  frames(
    'sse-no-final-blank',
    'The last event of a stream is missing its blank line.',
    (text, _, { last }) => (last ? text.slice(0, -1) : text),
  ),
  frames(
    'sse-raw-newline',
    'The JSON of an event continues on lines without data:.',
    (text, { data }) =>
      typeof data === 'string'
        ? text
        : text.replace(JSON.stringify(data), () => JSON.stringify(data, null, 1)),
  ),
  frames('sse-split-char', 'Characters of several bytes are broken in streams.', (text) =>
    text.replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
  ),
];
