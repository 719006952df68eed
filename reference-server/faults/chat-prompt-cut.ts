import type { Alteration } from '../hooks.ts';

const KEPT_CHARACTERS = 8192;

export const chatPromptCut: Alteration = {
  id: 'chat-prompt-cut',
  summary: 'Of a long chat prompt the model sees the beginning.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      const checked = checkChat(body);
      const input = checked.input.slice(0, KEPT_CHARACTERS);
      return { ...checked, input, echo: checked.echo.slice(0, KEPT_CHARACTERS) };
    },
  }),
};
