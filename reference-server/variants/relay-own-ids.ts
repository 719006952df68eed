import { randomUUID } from 'node:crypto';
import type { Alteration } from '../hooks.ts';
import { editSink } from '../relay/edit-sink.ts';

export const relayOwnIds: Alteration = {
  id: 'relay-own-ids',
  summary: "Chats have ids of the gateway in place of the provider's.",
  needsUpstream: true,
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
};

function newId(): string {
  return `gateway:${randomUUID()}`;
}
