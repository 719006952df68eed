import type { Alteration } from '../hooks.ts';
import { editArguments } from '../relay/edit-answer.ts';

export const relayRewriteArguments: Alteration = {
  id: 'relay-rewrite-arguments',
  summary: 'The arguments of a tool call of a chat in one body are parsed and serialized again.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (...answer) =>
      editArguments(relayBody(...answer), (json) => JSON.stringify(JSON.parse(json))),
  }),
};
