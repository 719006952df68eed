import type { Alteration } from '../hooks.ts';

export const chatMissingModelDefault: Alteration = {
  id: 'chat-missing-model-default',
  summary: 'A default model answers a chat request without a model.',
  hooks: ({ checkChat }) => ({
    checkChat: (body) => checkChat({ ...body, model: body.model ?? 'ref-chat' }),
  }),
};
