import type { Alteration } from '../hooks.ts';

const MESSAGE = 'openai.InternalServerError: the model failed';

export const errExceptionText: Alteration = {
  id: 'err-exception-text',
  summary: 'The message of a failure is the text of an exception.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) =>
      presentRefusal(refusal.status < 500 ? refusal : refusal.with({ message: MESSAGE }), context),
  }),
};
