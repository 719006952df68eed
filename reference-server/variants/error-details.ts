import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const errorDetails: Alteration = {
  id: 'error-details',
  summary: 'An error has more than its four fields: status, URL of a manual, nested details.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const answer = presentRefusal(refusal, context);
      const { body } = answer;
      if (!isJsonObject(body) || !isJsonObject(body.error)) return answer;
      const more = {
        status: answer.status,
        doc_url: 'https://docs.invalid/errors.html#codes',
        request_id: 'req_7',
        details: [{ loc: ['body', 'model'], reason: null }],
      };
      return { ...answer, body: { ...body, error: { ...more, ...body.error } } };
    },
  }),
};
