import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { editItems, editMessages } from '../relay/edit-answer.ts';

const MOST_CHARACTERS = 512;

export const relayCutArguments: Alteration = {
  id: 'relay-cut-arguments',
  summary: 'The arguments of a tool call of a chat in one body are cut to 512 characters.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (...answer) =>
      editMessages(relayBody(...answer), (message) =>
        editItems(message, 'tool_calls', (call) => {
          const { function: called } = call;
          if (!isJsonObject(called)) return call;
          const cut = String(called.arguments).slice(0, MOST_CHARACTERS);
          return { ...call, function: { ...called, arguments: cut } };
        }),
      ),
  }),
};
