import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import { editDeltas } from '../relay/edit-answer.ts';

/** The first half of a character. */
const HALF = /[\ud800-\udbff](?=[\udc00-\udfff])/;

export const relayCutPairs: Alteration = {
  id: 'relay-cut-pairs',
  summary: 'A delta of a chat ends with the first half of a character beyond U+FFFF.',
  needsUpstream: true,
  hooks: ({ relaySink }) => ({
    relaySink(sink, call) {
      const next = relaySink(sink, call);
      return {
        event(event) {
          const { data } = event;
          const parts = typeof data === 'string' || !hasPair(data) ? [data] : cut(data);
          for (const part of parts) next.event({ ...event, data: part });
        },
        end: () => next.end(),
      };
    },
  }),
};

function hasPair({ choices }: JsonObject): boolean {
  return HALF.test(JSON.stringify(choices ?? []));
}

function cut(chunk: JsonObject): readonly JsonObject[] {
  const edits = [
    (text: string) => text.slice(0, middle(text)),
    (text: string) => text.slice(middle(text)),
  ];
  return edits.map((edit) =>
    editDeltas(chunk, (delta) =>
      typeof delta.content === 'string' ? { ...delta, content: edit(delta.content) } : delta,
    ),
  );
}

function middle(text: string): number {
  return text.search(HALF) + 1;
}
