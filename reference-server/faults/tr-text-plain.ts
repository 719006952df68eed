import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const trTextPlain: Alteration = {
  id: 'tr-text-plain',
  summary: 'A transcript is text/plain.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const { status, headers, body } = answer;
      if (context.operation !== 'transcription' || status !== 200) return encode(answer, context);
      const text = isJsonObject(body) ? body.text : undefined;
      const plain = { 'content-type': 'text/plain; charset=utf-8' };
      return { status, headers: { ...headers, ...plain }, payload: String(text ?? '') };
    },
  }),
};
