import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const vidReadNoObject: Alteration = {
  id: 'vid-read-no-object',
  summary: 'The answer to a read of a video job has no object.',
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
