import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import { parseObject } from '../http/json.ts';
import { editMessages, toBytes } from '../relay/edit-request.ts';

export const relayDropCallId: Alteration = {
  id: 'relay-drop-call-id',
  summary: 'The results of tools reach the provider without the id of their call.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody: (...request) =>
      toBytes(editMessages(parseObject(providerBody(...request)), withoutCallId)),
  }),
};

function withoutCallId(message: Body): Body {
  const { tool_call_id: _, ...others } = message;
  return others;
}
