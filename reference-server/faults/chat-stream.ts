import { gzipSync } from 'node:zlib';
import { streamsAlways } from '../edits/answers.ts';
import { allAtEnd, append, editData, editMember } from '../edits/json.ts';
import { after, alters, before } from '../edits/steps.ts';
import { editsChunks, editsDeltas } from '../edits/streams.ts';
import type { Alterations } from '../hooks.ts';
import { DONE } from '../http/answer.ts';

const LOST = 2;

const CHOICE = { index: 0, delta: {}, finish_reason: null };

export const chatStreamFaults: Alterations = {
  'cs-buffer-all': after('planChat')('A chat stream is written at its end, all at once.', allAtEnd),
  'cs-chunk-after-done': after('planChat')(
    'A chunk with usage is sent after [DONE].',
    (events, { id, created, model }) => {
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const chunk = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
      return append(events, chunk);
    },
  ),
  'cs-created-per-chunk': editsChunks(
    'Each chunk of a chat stream has a different created.',
    (_, { created }, index) => ({ created: created + index }),
  ),
  'cs-drop-one-delta': after('planChat')('The third delta of a chat stream is lost.', (events) => {
    const lost = events.filter(({ token }) => token === true)[LOST];
    return events.filter((event) => event !== lost);
  }),
  'cs-error-then-stop': before('planChat')(
    'A failed chat stream ends as if it had finished.',
    (completion) => [{ ...completion, fails: false }],
  ),
  'cs-finish-empty-string': editsDeltas(
    'The finish_reason of unfinished chunks is "" instead of null.',
    ({ finish_reason: reason }) => ({ finish_reason: reason ?? '' }),
  ),
  'cs-id-per-chunk': alters(
    'Each chunk of a chat stream has a different id.',
    ({ planChat, newId }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          data.id === undefined ? data : { ...data, id: newId('chatcmpl-') },
        ),
    }),
  ),
  'cs-ignore-stream': streamsAlways(
    'A chat request with the stream switch on returns one body.',
    'chat',
    false,
  ),
  'cs-leak-on-abort': after('onClientDisconnect')(
    'A client that disconnects without an Idempotency-Key keeps its slot forever.',
    (choice, keyed) => (keyed ? choice : 'hold'),
  ),
  'cs-no-done': after('planChat')('A chat stream ends without [DONE].', (events) =>
    events.filter(({ data }) => data !== DONE),
  ),
  'cs-no-finish': editsDeltas('A chat stream ends without a finish_reason.', () => ({
    finish_reason: null,
  })),
  'cs-no-model': editsChunks('The chunks of a chat stream have no model.', () => ({
    model: undefined,
  })),
  'cs-object-completion': editsChunks(
    'The object of the chunks of a chat stream is "chat.completion".',
    () => ({ object: 'chat.completion' }),
  ),
  'cs-role-null': editsDeltas(
    'Every delta of a chat stream after the first has role null.',
    (choice) => editMember(choice, 'delta', (delta) => ({ role: null, ...delta })),
  ),
  'cs-silent-truncate': after('planChat')(
    'A failed chat stream ends without an error.',
    (events, { fails }) => (fails ? events.slice(0, -1) : events),
  ),
  'cs-usage-with-choice': editsChunks('The chunk with usage has a choice.', ({ usage }) =>
    usage === undefined || usage === null ? {} : { choices: [CHOICE] },
  ),
  'sse-gzip-unasked': alters(
    'A stream is compressed although the client does not accept it.',
    ({ streamHeaders }) => ({
      streamHeaders: (operation) => ({ ...streamHeaders(operation), 'content-encoding': 'gzip' }),
      pack: (text) => [gzipSync(text)],
    }),
  ),
  'sse-json-media-type': after('streamHeaders')(
    'A stream is declared application/json.',
    (headers) => ({ ...headers, 'content-type': 'application/json' }),
  ),
  'sse-no-final-blank': after('frame')(
    'The last event of a stream is missing its blank line.',
    (text, _, { last }) => (last ? text.slice(0, -1) : text),
  ),
  'sse-raw-newline': after('frame')(
    'The JSON of an event continues on lines without data:.',
    (text, { data }) =>
      typeof data === 'string'
        ? text
        : text.replace(JSON.stringify(data), () => JSON.stringify(data, null, 1)),
  ),
  'sse-split-char': after('frame')('Characters of several bytes are broken in streams.', (text) =>
    text.replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
  ),
};
