import type { Alteration } from '../hooks.ts';

function indent(payload: string): string {
  const value: unknown = JSON.parse(payload);
  return `\n\n ${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\n`;
}

export const jsonIndented: Alteration = {
  id: 'json-indented',
  summary: 'JSON bodies are indented, with white space before and after them.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      const { payload } = wire;
      const isJson = typeof payload === 'string' && payload !== '';
      return isJson ? { ...wire, payload: indent(payload) } : wire;
    },
  }),
};
