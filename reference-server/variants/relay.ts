import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../http/json.ts';
import { editDeltas, editItems } from '../relay/edit-answer.ts';
import { refusedStatus } from '../relay/edit-failure.ts';
import { editContent, editMessages } from '../relay/edit-request.ts';
import { editSink } from '../relay/edit-sink.ts';
import { editsFailure, editsRequest } from '../relay/edits.ts';
import { relayed } from '../relayed.ts';

export const relayVariants = relayed([
  {
    id: 'relay-500-for-401',
    summary:
      'The client gets 500 for a 401 of the provider, which is about the key of the gateway.',
    hooks: editsFailure((refusal, reason) =>
      [401, 403].includes(refusedStatus(reason)) ? refusal.with({ status: 500 }) : refusal,
    ),
  },
  {
    id: 'relay-content-parts',
    summary: 'The provider gets the text of each message as an array of one part.',
    hooks: editsRequest((body) =>
      editMessages(body, (message) => editContent(message, (text) => [{ type: 'text', text }])),
    ),
  },
  {
    id: 'relay-cut-without-event',
    summary: 'A stream that the provider cut ends without [DONE] and without an error event.',
    hooks: ({ endFailedStream }) => ({
      endFailedStream(sink, failure, stream) {
        if (failure.reason.kind === 'cut') sink.end();
        else endFailedStream(sink, failure, stream);
      },
    }),
  },
  {
    id: 'relay-own-ids',
    summary: "Chats have ids of the gateway in place of the provider's.",
    hooks: ({ relayBody, relaySink }) => ({
      relayBody(body, operation, answer) {
        const given = relayBody(body, operation, answer);
        return operation === 'chat' ? { ...given, id: newId() } : given;
      },
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        const id = newId();
        return call.operation === 'chat' ? editSink(next, (chunk) => ({ ...chunk, id })) : next;
      },
    }),
  },
  {
    id: 'relay-plain-429',
    summary: 'A 429 has a Retry-After only where that of the provider has one.',
    hooks: ({ presentFailure }) => ({
      async presentFailure(failure) {
        const refusal = await presentFailure(failure);
        return failure.retryAfter === undefined ? refusal.with({ headers: {} }) : refusal;
      },
    }),
  },
  {
    id: 'relay-same-5xx',
    summary: 'A 5xx of the provider keeps its status.',
    hooks: editsFailure((refusal, reason) => {
      const status = refusedStatus(reason);
      return status >= 500 ? refusal.with({ status }) : refusal;
    }),
  },
  {
    id: 'relay-sparse-chunks',
    summary: 'Members that are null are absent from the chunks of a chat stream.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        if (call.operation !== 'chat') return next;
        return editSink(next, (chunk) => withoutNulls(editItems(chunk, 'choices', withoutNulls)));
      },
    }),
  },
  {
    id: 'relay-splits-tokens',
    summary: 'Each token of a chat stream arrives in two events.',
    hooks: ({ relaySink }) => ({
      relaySink(sink, call) {
        const next = relaySink(sink, call);
        if (call.operation !== 'chat') return next;
        return {
          event(event) {
            const { data } = event;
            const text = typeof data === 'string' ? '' : contentOf(data);
            const characters = [...text];
            if (typeof data === 'string' || event.token !== true || characters.length < 2) {
              next.event(event);
              return;
            }
            const cut = Math.ceil(characters.length / 2);
            for (const part of [characters.slice(0, cut), characters.slice(cut)]) {
              const content = part.join('');
              next.event({ ...event, data: editDeltas(data, (delta) => ({ ...delta, content })) });
            }
          },
          end: () => next.end(),
        };
      },
    }),
  },
]);

function newId(): string {
  return `gateway:${randomUUID()}`;
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** The text of a chunk with one choice. */
function contentOf(chunk: JsonObject): string {
  let text = '';
  editDeltas(chunk, (delta) => {
    if (typeof delta.content === 'string') text += delta.content;
    return delta;
  });
  return text;
}
