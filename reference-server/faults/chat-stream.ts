import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { allAtEnd, editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

const LOST = 2;

const CHOICE = { index: 0, delta: {}, finish_reason: null };

export const chatStreamFaults: readonly Alteration[] = [
  {
    id: 'cs-buffer-all',
    summary: 'A chat stream is written at its end, all at once.',
    hooks: ({ planChat }) => ({ planChat: (completion) => allAtEnd(planChat(completion)) }),
  },
  {
    id: 'cs-chunk-after-done',
    summary: 'A chunk with usage is sent after [DONE].',
    hooks: ({ planChat }) => ({
      planChat(completion) {
        const events = planChat(completion);
        const dueMs = events.at(-1)?.dueMs ?? 0;
        const { id, created, model } = completion;
        const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
        const data = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
        return [...events, { data, dueMs }];
      },
    }),
  },
  {
    id: 'cs-created-per-chunk',
    summary: 'Each chunk of a chat stream has a different created.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data, _, index) =>
          data.created === undefined ? data : { ...data, created: completion.created + index },
        ),
    }),
  },
  {
    id: 'cs-drop-one-delta',
    summary: 'The third delta of a chat stream is lost.',
    hooks: ({ planChat }) => ({
      planChat(completion) {
        const events = planChat(completion);
        const lost = events.filter(({ token }) => token === true)[LOST];
        return events.filter((event) => event !== lost);
      },
    }),
  },
  {
    id: 'cs-error-then-stop',
    summary: 'A failed chat stream ends as if it had finished.',
    hooks: ({ planChat }) => ({
      planChat: (completion) => planChat({ ...completion, fails: false }),
    }),
  },
  {
    id: 'cs-finish-empty-string',
    summary: 'The finish_reason of unfinished chunks is "" instead of null.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          editChoices(data, (choice) => ({ ...choice, finish_reason: choice.finish_reason ?? '' })),
        ),
    }),
  },
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
  {
    id: 'cs-ignore-stream',
    summary: 'A chat request with the stream switch on returns one body.',
    hooks: ({ wantsStream }) => ({
      wantsStream: (body, operation) => operation !== 'chat' && wantsStream(body, operation),
    }),
  },
  {
    id: 'cs-leak-on-abort',
    summary: 'A client that disconnects without an Idempotency-Key keeps its slot forever.',
    hooks: ({ onClientDisconnect }) => ({
      onClientDisconnect: (keyed) => (keyed ? onClientDisconnect(keyed) : 'hold'),
    }),
  },
  {
    id: 'cs-no-done',
    summary: 'A chat stream ends without [DONE].',
    hooks: ({ planChat }) => ({
      planChat: (completion) => planChat(completion).filter(({ data }) => data !== DONE),
    }),
  },
  {
    id: 'cs-no-finish',
    summary: 'A chat stream ends without a finish_reason.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          editChoices(data, (choice) => ({ ...choice, finish_reason: null })),
        ),
    }),
  },
  {
    id: 'cs-no-model',
    summary: 'The chunks of a chat stream have no model.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) => ({ ...data, model: undefined })),
    }),
  },
  {
    id: 'cs-object-completion',
    summary: 'The object of the chunks of a chat stream is "chat.completion".',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          data.object === undefined ? data : { ...data, object: 'chat.completion' },
        ),
    }),
  },
  {
    id: 'cs-role-null',
    summary: 'Every delta of a chat stream after the first has role null.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          editChoices(data, ({ delta, ...choice }) => ({
            ...choice,
            delta: isJsonObject(delta) ? { role: null, ...delta } : (delta ?? null),
          })),
        ),
    }),
  },
  {
    id: 'cs-silent-truncate',
    summary: 'A failed chat stream ends without an error.',
    hooks: ({ planChat }) => ({
      planChat(completion) {
        const events = planChat(completion);
        return completion.fails ? events.slice(0, -1) : events;
      },
    }),
  },
  {
    id: 'cs-usage-with-choice',
    summary: 'The chunk with usage has a choice.',
    hooks: ({ planChat }) => ({
      planChat: (completion) =>
        editData(planChat(completion), (data) =>
          data.usage === undefined || data.usage === null ? data : { ...data, choices: [CHOICE] },
        ),
    }),
  },
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
  {
    id: 'sse-no-final-blank',
    summary: 'The last event of a stream is missing its blank line.',
    hooks: ({ frame }) => ({
      frame(event, place) {
        const text = frame(event, place);
        return place.last ? text.slice(0, -1) : text;
      },
    }),
  },
  {
    id: 'sse-raw-newline',
    summary: 'The JSON of an event continues on lines without data:.',
    hooks: ({ frame }) => ({
      frame(event, place) {
        if (typeof event.data === 'string') return frame(event, place);
        const compact = JSON.stringify(event.data);
        return frame(event, place).replace(compact, () => JSON.stringify(event.data, null, 1));
      },
    }),
  },
  {
    id: 'sse-split-char',
    summary: 'Characters of several bytes are broken in streams.',
    hooks: ({ frame }) => ({
      frame: (event, place) => frame(event, place).replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
    }),
  },
];
