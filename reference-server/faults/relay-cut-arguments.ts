import type { Alteration } from '../hooks.ts';
import { editArguments } from '../relay/edit-answer.ts';

const MOST_CHARACTERS = 512;

export const relayCutArguments: Alteration = {
  id: 'relay-cut-arguments',
  summary: 'The arguments of a tool call of a chat in one body are cut to 512 characters.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (...answer) =>
      editArguments(relayBody(...answer), (json) => json.slice(0, MOST_CHARACTERS)),
  }),
};
