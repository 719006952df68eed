import type { Alteration } from '../hooks.ts';

const KEPT_CHARACTERS = 8192;

export const chatPromptCut: Alteration = {
  id: 'chat-prompt-cut',
  summary: 'The model sees only the beginning of a long chat prompt.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      const checked = checkChat(body);
      const input = checked.input.slice(0, KEPT_CHARACTERS);
      return { ...checked, input, echo: checked.echo.slice(0, KEPT_CHARACTERS) };
    },
  }),
};
