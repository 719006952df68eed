import type { Alteration } from '../hooks.ts';

export const chatMissingModelDefault: Alteration = {
  id: 'chat-missing-model-default',
  summary: 'A chat request without a model is answered by a default one.',
  hooks: ({ checkChat }) => ({
    checkChat: (body) => checkChat({ ...body, model: body.model ?? 'ref-chat' }),
  }),
};
