import type { Alteration } from '../hooks.ts';

const PAGE = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';

export const trOversizeHtml: Alteration = {
  id: 'tr-oversize-html',
  summary: 'An upload that is too large returns an HTML page of a proxy.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const { status, headers } = answer;
      if (context.operation !== 'transcription' || status !== 413) return encode(answer, context);
      return { status, headers: { ...headers, 'content-type': 'text/html' }, payload: PAGE };
    },
  }),
};
