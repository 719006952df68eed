import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { editTexts, toBytes } from '../relay/edit-request.ts';

const MOST_CHARACTERS = 32_768;

export const relayCutPrompt: Alteration = {
  id: 'relay-cut-prompt',
  summary: 'A text of a prompt is cut to its first 32 768 characters.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody: (...request) =>
      toBytes(
        editTexts(parseObject(providerBody(...request)), (text) => text.slice(0, MOST_CHARACTERS)),
      ),
  }),
};
