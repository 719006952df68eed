import type { Alteration } from '../hooks.ts';

export const earlyHints: Alteration = {
  id: 'early-hints',
  summary: 'Every answer comes after two interim ones: 102 and 103.',
  hooks: ({ greet }) => ({
    greet(response) {
      greet(response);
      // HTTP/1.0 knows no interim answers (RFC 9110 §15.2).
      if (response.req.httpVersionMinor === 0) return;
      response.writeProcessing();
      response.writeEarlyHints({ link: '</terms>; rel=terms-of-service' });
    },
  }),
};
