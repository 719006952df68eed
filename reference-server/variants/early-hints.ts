import type { Alteration } from '../hooks.ts';

export const earlyHints: Alteration = {
  id: 'early-hints',
  summary: 'Two interim answers, 102 and 103, come before every answer.',
  hooks: ({ greet }) => ({
    greet(response) {
      greet(response);
      // HTTP/1.0 has no interim answers (RFC 9110 §15.2).
      if (response.req.httpVersionMinor === 0) return;
      response.writeProcessing();
      response.writeEarlyHints({ link: '</terms>; rel=terms-of-service' });
    },
  }),
};
