import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const errVideoExtraKey: Alteration = {
  id: 'err-video-extra-key',
  summary: 'Failures of the video operations have a second top-level member.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const answer = presentRefusal(refusal, context);
      if (!context.path.startsWith('/videos') || !isJsonObject(answer.body)) return answer;
      return { ...answer, body: { ...answer.body, request_id: 'req_1' } };
    },
  }),
};
