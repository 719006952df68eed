import type { Alteration } from '../hooks.ts';
import { editTexts, toBytes } from '../relay/edit-request.ts';

export const relayTrimPrompt: Alteration = {
  id: 'relay-trim-prompt',
  summary: 'White space around a message is lost on the way to the provider.',
  needsUpstream: true,
  hooks: () => ({
    providerBody: (body) => toBytes(editTexts(body, (text) => text.trim())),
  }),
};
