import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { editItems, editMessages } from '../relay/edit-answer.ts';

export const relayRewriteArguments: Alteration = {
  id: 'relay-rewrite-arguments',
  summary: 'The arguments of a tool call of a chat in one body are parsed and serialized again.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (...answer) =>
      editMessages(relayBody(...answer), (message) =>
        editItems(message, 'tool_calls', (call) => {
          const { function: called } = call;
          if (!isJsonObject(called)) return call;
          const written = JSON.stringify(JSON.parse(String(called.arguments)));
          return { ...call, function: { ...called, arguments: written } };
        }),
      ),
  }),
};
