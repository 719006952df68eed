import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editDeltas } from '../relay/edit-answer.ts';

export const relaySplitsTokens: Alteration = {
  id: 'relay-splits-tokens',
  summary: 'Each token of a chat stream arrives in two events.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      if (call.operation !== 'chat') return next;
      return {
        event(event) {
          const { data } = event;
          const text = typeof data === 'string' ? '' : contentOf(data);
          const characters = [...text];
          if (typeof data === 'string' || event.token !== true || characters.length < 2) {
            next.event(event);
            return;
          }
          const cut = Math.ceil(characters.length / 2);
          for (const part of [characters.slice(0, cut), characters.slice(cut)]) {
            const content = part.join('');
            next.event({ ...event, data: editDeltas(data, (delta) => ({ ...delta, content })) });
          }
        },
        end: () => next.end(),
      };
    },
  }),
};

/** The text of a chunk with one choice. */
function contentOf(chunk: JsonObject): string {
  let text = '';
  editDeltas(chunk, (delta) => {
    if (typeof delta.content === 'string') text += delta.content;
    return delta;
  });
  return text;
}
