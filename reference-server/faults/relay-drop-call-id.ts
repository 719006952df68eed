import type { Alteration } from '../hooks.ts';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropCallId: Alteration = {
  id: 'relay-drop-call-id',
  summary: 'The results of tools reach the provider without the id of their call.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const body = parseObject(providerBody(...request));
      const { messages } = body;
      if (!Array.isArray(messages)) return toBytes(body);
      return toBytes({ ...body, messages: messages.map(withoutCallId) });
    },
  }),
};

function withoutCallId(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { tool_call_id: _, ...others } = message;
  return others;
}
