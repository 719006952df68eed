import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const vidReadNoObject: Alteration = {
  id: 'vid-read-no-object',
  summary: 'A video job that is read has no object.',
  hooks: (base) => ({
    answer(answer, context) {
      const { body } = answer;
      if (context.operation !== 'video-read' || body === undefined || !isJsonObject(body)) {
        return base.answer(answer, context);
      }
      const { object: _, ...others } = body;
      return base.answer({ ...answer, body: others }, context);
    },
  }),
};
