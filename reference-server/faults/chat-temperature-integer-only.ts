import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const chatTemperatureIntegerOnly: Alteration = {
  id: 'chat-temperature-integer-only',
  summary: 'A temperature that is not an integer is refused.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      const { temperature = 0 } = body;
      if (Number.isInteger(temperature)) return checkChat(body);
      throw Refusal.badField('temperature', 'temperature must be an integer.');
    },
  }),
};
