import type { Alteration } from '../hooks.ts';

function escapeText(text: string): string {
  return text.replaceAll('/', '\\/').replaceAll(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export const jsonEscapes: Alteration = {
  id: 'json-escapes',
  summary: 'Slashes and characters beyond ASCII are escaped in JSON.',
  hooks: ({ encode, frame }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      const { payload } = wire;
      return typeof payload === 'string' ? { ...wire, payload: escapeText(payload) } : wire;
    },
    frame: (event, place) => escapeText(frame(event, place)),
  }),
};
