import type { Alteration } from '../hooks.ts';

export const errHtml: Alteration = {
  id: 'err-html',
  summary: 'Failures of chat are HTML pages.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const { status, headers } = answer;
      if (context.path !== '/chat/completions' || status < 400) return encode(answer, context);
      const payload = `<html><body><h1>${status}</h1></body></html>`;
      return { status, headers: { ...headers, 'content-type': 'text/html' }, payload };
    },
  }),
};
