import type { Alteration } from '../hooks.ts';

export const tpMemberTwice: Alteration = {
  id: 'tp-member-twice',
  summary: 'Chat completions and their chunks have the field id twice.',
  hooks: ({ encode, frame }) => ({
    encode(answer, context) {
      const encoded = encode(answer, context);
      const { payload } = encoded;
      if (context.operation !== 'chat' || typeof payload !== 'string') return encoded;
      return { ...encoded, payload: twice(payload) };
    },
    frame: (event, place) => twice(frame(event, place)),
  }),
};

function twice(text: string): string {
  return text.replace(/\{("id":"chatcmpl-[^"]*",)/, '{$1$1');
}
