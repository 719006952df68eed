import type { Alteration } from '../hooks.ts';

export const continueUnasked: Alteration = {
  id: 'continue-unasked',
  summary: 'Two 100 Continue come before every answer, although no request expects one.',
  hooks: ({ greet }) => ({
    greet(response) {
      greet(response);
      // HTTP/1.0 has no interim answers (RFC 9110 §15.2).
      if (response.req.httpVersionMinor === 0) return;
      response.writeContinue();
      response.writeContinue();
    },
  }),
};
